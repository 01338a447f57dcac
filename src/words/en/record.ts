import { messages } from '../messages.ts'

/** The texts about a record on both parties' pages (RECORD). */
export default messages('record', {
  title: 'Your record',
  verified: 'Verification Complete',
  verifiedText: 'You’ve both signed. The record can’t be changed.',
  sealing: 'Sealing your record. This takes a few seconds.',
  sealingLate:
    'Your record is taking longer than usual. We’ll seal it as soon as we can; you can close this page.',
  withdrawalSealing: 'Sealing the withdrawal. This takes a few seconds.',
  withdrawalLate:
    'The withdrawal is taking longer than usual. We’ll seal it as soon as we can; you can close this page.',
  sealed: 'Sealed',
  sealedOn: 'sealed',
  reference: 'Record {reference}',
  age: '“{name}”, 18 or over: {step}.',
  ages: 'Both, 18 or over: {step}.',
  nameDiffers: 'The document of “{name}” shows a different name.',
  sameDocument: 'Both gave the same document.',
  otherPerson: 'The other person',
  rosette: 'Pattern drawn from the record’s fingerprint',
  signedText: 'Read what you both signed',
  text: 'Read the text',
  more: 'More',
  details: 'Technical details',
  formId: 'Form ID',
  timestamp: 'Timestamp',
  timestamps: {
    none: 'None; the times are those of the service',
    pending: 'Pending. A copy with the timestamp will replace this one.',
    granted: 'By an independent time authority',
  },
  fingerprint: 'Fingerprint (SHA-256)',
  keep: 'Keep the PDF: it proves what was agreed, even without this service.',
  check: 'Check a record',
  pdf: 'Download PDF',
  json: 'Download record (JSON)',
  archivedPdf: 'Archived copy (PDF)',
  archived: 'The archived copy is the same record, with a newer timestamp that protects it until',
  archivedOver: 'The archived copy is the same record, with a newer timestamp. Its protection ended on',
  withdrawalPdf: 'Download withdrawal (PDF)',
  withdrawalJson: 'Download withdrawal (JSON)',
  withdrawalArchivedPdf: 'Archived withdrawal (PDF)',
  packTitle: 'Everything for police or a lawyer',
  pack: 'Download pack (ZIP)',
  packText:
    'One zip: the record, the proofs, your own photo and ID while they exist, and a page on what it shows, what it doesn’t, and how to check it.',
  downloadFailed: 'We couldn’t download the file',
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw your consent?',
  withdrawEnds: 'Your consent ends now. You don’t have to say why. It can’t be undone.',
  withdrawMailed: 'We email the other person.',
  withdrawNotMailed: 'The other person’s account is gone, so we can’t email them.',
  withdrawHold: 'Your legal hold ends with it.',
  withdrawLocks:
    'The photos and IDs of both of you are locked, not deleted yet: the other person needs them for a legal claim, until {until} at the latest. The sealed record stays as proof of what was agreed until now.',
  withdrawDestroys:
    'The photos and IDs of both of you are deleted. The sealed record stays as proof of what was agreed until now.',
  withdrawConfirm: 'Withdraw consent now',
  withdrawKeep: 'Keep it',
  withdrawFailed: 'We couldn’t withdraw your consent',
  withdrawn: 'Consent withdrawn',
  notWithdrawn: {
    not_withdrawable: {
      title: 'Consent is withdrawn already',
      description: 'It was withdrawn before. Nothing has changed.',
    },
    record_not_found: {
      title: 'Nothing was withdrawn now',
      description:
        'This link has ended. Links end when either of you withdraws. If you withdrew a moment ago, our email has a new link.',
    },
  },
})
