import { messages } from '../messages.ts'

/** The texts about a record on both parties' pages (RECORD). */
export default messages('record', {
  title: 'Your record',
  sealing: 'Your record is being sealed. This takes a few seconds.',
  sealingLate:
    'Your record is taking longer than usual. It will be sealed as soon as possible; you can close this page.',
  withdrawalSealing: 'The record of the withdrawal is being sealed. This takes a few seconds.',
  withdrawalLate:
    'The record of the withdrawal is taking longer than usual. It will be sealed as soon as possible; you can close this page.',
  sealed: 'Sealed',
  timestamp: 'Timestamp',
  timestamps: {
    none: 'None; the times are those of the service',
    pending: 'Pending. A copy with the timestamp takes this one’s place by itself.',
    granted: 'By an independent time authority',
  },
  fingerprint: 'Fingerprint (SHA-256)',
  keep: 'Keep the PDF: it proves what was agreed, also without this service.',
  check: 'Check a record',
  pdf: 'Download record (PDF)',
  json: 'Download record (JSON)',
  archivedPdf: 'Archived copy (PDF)',
  archived:
    'The archived copy is the same record to the last byte, with a newer timestamp behind it, which protects it until',
  archivedOver:
    'The archived copy is the same record to the last byte, with a newer timestamp behind it. The protection by that timestamp ended on',
  withdrawalPdf: 'Download withdrawal (PDF)',
  withdrawalJson: 'Download withdrawal (JSON)',
  withdrawalArchivedPdf: 'Archived withdrawal (PDF)',
  pack: 'Download pack (ZIP)',
  packText:
    'The evidence pack, for the police, a lawyer or a court: one zip with all of this, your own photo and ID as long as they exist, the proofs, and a page that says what it shows, what not, and how to check it.',
  downloadFailed: 'The file could not be downloaded',
  withdraw: 'Withdraw consent',
  withdrawTitle: 'Withdraw your consent?',
  withdrawEnds: 'Your consent ends now. You need not say why, and it cannot be undone.',
  withdrawMailed: 'We mail this to the other person.',
  withdrawNotMailed: 'The other person has no account any more, so we cannot mail this to them.',
  withdrawHold: 'Your legal hold ends with it.',
  withdrawLocks:
    'The photos and IDs of both of you are locked and not destroyed yet: the other person’s legal hold keeps them, until {until} at the latest. The sealed record stays as proof of what was agreed until now.',
  withdrawDestroys:
    'The photos and IDs of both of you are destroyed; the sealed record stays as proof of what was agreed until now.',
  withdrawConfirm: 'Withdraw consent now',
  withdrawKeep: 'Keep it',
  withdrawFailed: 'Consent could not be withdrawn',
  withdrawn: 'Consent withdrawn',
  notWithdrawn: {
    not_withdrawable: {
      title: 'Consent is withdrawn already',
      description: 'It was withdrawn before. Nothing was changed now.',
    },
    record_not_found: {
      title: 'Consent was not withdrawn now',
      description: 'What opened this page has ended, as links do when the other person withdraws.',
    },
  },
  network: 'Please check your connection and try again.',
})
