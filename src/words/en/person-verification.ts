import { messages } from '../messages.ts'

export default messages('person-verification', {
  title: 'Create Person Verification Document',
  lead: 'A record of who they say they are.',
  privacyTitle: 'Privacy information',
  privacy: [
    {
      name: 'What happens next',
      value:
        'You share a link. The other person opens it with their email address, gives what you ask for, and signs. We tell you when they have.',
    },
    {
      name: 'Data security',
      value: 'Photos and IDs are stored encrypted, only for this record.',
    },
    {
      name: 'Consent',
      value: 'The other person can decline without a reason; what they uploaded is then deleted.',
    },
    {
      name: 'Not allowed',
      value: 'Harassment, and collecting information about someone without their consent.',
    },
  ],
})
