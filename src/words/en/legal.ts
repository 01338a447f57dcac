import { messages } from '../messages.ts'

/** The texts around the legal pages, and those of the legal consultation (PUBLIC-13). */
export default messages('legal', {
  contents: 'On this page',
  updated: 'Last updated {day}',
  consult: {
    title: 'Legal Consult',
    lead: 'Our legal team answers questions about a request, a record, or something that went wrong between the two people in it.',
    contact: 'Write to the legal team',
    email: 'Legal team email',
    copy: 'Copy email',
    write: 'Write an email',
    copied: 'Copied!',
    copiedNext: 'Email address copied to clipboard',
    copyFailed: 'Failed to copy',
    copyFailedNext: 'Please try again or copy manually',
    helpTitle: 'What we can help with',
    help: [
      'What a record shows, what it does not show, and how to keep it',
      'Someone gave false details or used another person’s documents',
      'Pressure, threats or blackmail around a verification',
      'Withdrawing consent, and asking for data to be deleted',
      'Giving a record to the police, a court or your own lawyer',
    ],
    responseTitle: 'Response time',
    response: 'We answer within 1 to 2 business days.',
    feeTitle: 'Fee',
    fee: 'A consultation costs £50 to £100, depending on severity. We tell you the price before anything begins.',
    urgent:
      'If someone is in danger now, call the emergency services first. In the United Kingdom: 999, or 101 if it can wait.',
    notAdvice:
      'Nothing in this product is legal advice. Only write what we need for a first answer, and don’t email identity documents.',
  },
})
