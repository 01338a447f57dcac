import type { AuditActor, AuditEntry, AuditEvent } from '../audit/event.ts'
import type { DocumentCategory, DocumentType } from '../document/document.ts'
import type { EmailProof } from '../verification/email-match.ts'
import type { VerificationKind } from '../verification/kind.ts'
import type { ClockState } from './clock-state.ts'
import type { Party } from './party.ts'

/** How a record calls things: the same words on paper, on the screen and in mails. */
export const partyWords: Record<Party, string> = { creator: 'Creator', third_party: 'Third party' }

export const kindWords: Record<VerificationKind, string> = {
  age: 'Age and identity verification',
  person: 'Person verification',
}

export const actorWords: Record<AuditActor, string> = {
  creator: 'Creator',
  third_party: 'Third party',
  visitor: 'Visitor',
  system: 'Service',
}

/** Above the terms that somebody added: the service's own text ends there (RECORD-52). */
export const addedTermsWords = (creatorName: string) =>
  `In the words of ${creatorName}, who created the request. This service did not write or check them.`

export const evidenceWords: Record<DocumentCategory, string> = { selfie: 'Photo', id: 'Identity document' }

export const fileTypeWords: Record<DocumentType, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'application/pdf': 'PDF',
}

/** How much each proof of the third party's address is worth, said plainly. */
export const emailProofWords: Record<EmailProof, string> = {
  matched: 'The address was typed in and is the one that was invited. Nobody checked who reads its mail.',
  code: 'A code mailed to the address was entered.',
}

const eventWords: Record<AuditEvent, string> = {
  created: 'Created',
  invited: 'Invitation queued',
  mail_accepted: 'Accepted by the mail server',
  mail_refused: 'Mail not accepted',
  address_corrected: 'Email address corrected',
  code_sent: 'Code queued',
  code_refused: 'Wrong code',
  opened: 'Link opened',
  gate_passed: 'Gate passed',
  gate_refused: 'Other email refused',
  uploaded: 'File uploaded',
  wallet_proven: 'Age proven by a wallet',
  wallet_refused: 'Answer of a wallet refused',
  submission_refused: 'Submission refused',
  submitted: 'Signed and submitted',
  verified: 'Completed',
  sealed: 'Sealed',
  declined: 'Declined',
  not_completed: 'Not completed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  viewed: 'Viewed',
  downloaded: 'Downloaded',
  withdrawn: 'Consent withdrawn',
  hold_set: 'Legal hold set',
  hold_lifted: 'Legal hold lifted',
  hold_ended: 'Legal hold ended',
  files_withheld: 'Photos and IDs locked and kept by a legal hold',
  held_files_taken: 'Held photos and IDs taken out by the operator',
  files_destroyed: 'Photos and IDs destroyed',
  clock_set_back: 'Clock of the service set back',
}

const detailWords: Record<string, Record<string, string>> = {
  emailProof: { matched: 'address typed', code: 'mailed code entered' },
  mail: {
    invitation: 'invitation',
    code: 'code',
    record: 'record',
    withdrawal: 'withdrawal',
    reminder: 'reminder',
    not_completed: 'notice that it was not completed',
    cancelled: 'notice that it was taken back',
    expired: 'notice that it expired',
    new_link: 'new link to the record',
    hold_set: 'notice of a legal hold',
    hold_ended: 'notice that a legal hold ended',
  },
  party: { creator: 'to the creator', third_party: 'to the third party' },
  reason: {
    address_refused: 'address refused',
    message_refused: 'message refused',
    gave_up: 'nobody took it for days',
    limited: 'not mailed, the mailbox had enough',
  },
  category: { selfie: 'photo', id: 'identity document' },
  because: {
    time: 'its time was over',
    withdrawal: 'who set it withdrew consent',
    erasure: 'the account of who set it was erased',
  },
}

/** One row of the trail in words: `File uploaded (photo)`. Hashes stay out; they have their own tables. */
export function trailWords({ event, detail }: Pick<AuditEntry, 'event' | 'detail'>): string {
  const facts = Object.entries(detail).flatMap(([name, value]) => {
    const known = detailWords[name]?.[String(value)]
    return known ? [known] : []
  })
  const { timesMore, lastAt } = detail
  if (typeof timesMore === 'number') facts.push(`${timesMore} more until ${utcWords(String(lastAt))}`)
  const words = eventWords[event]
  return facts.length > 0 ? `${words} (${facts.join(', ')})` : words
}

/** What is known of the clock whose times a document states. */
export function clockWords({ state, source }: ClockState): string {
  if (state === 'unknown') return 'Whether it was synchronised could not be asked.'
  const words = state === 'synchronised' ? 'Synchronised' : 'Not synchronised'
  return `${words} when this was drawn, says ${source} of the server.`
}

/** An instant of evidence: always with its zone, `2026-03-11 12:00:00 UTC`. */
export function utcWords(instant: string): string {
  const [day = '', time = ''] = new Date(instant).toISOString().split('T')
  return `${day} ${time.slice(0, 8)} UTC`
}
