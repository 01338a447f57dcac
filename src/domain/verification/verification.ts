/** The two kinds of verification: age consent and identity of a person (PRODUCT-1). */
export const verificationKinds = ['age', 'person'] as const
export type VerificationKind = (typeof verificationKinds)[number]

export const usageAction: Record<VerificationKind, 'ageVerification' | 'personVerification'> = {
  age: 'ageVerification',
  person: 'personVerification',
}

/** Every status of a verification (STATE-1). The transitions are in transition.ts. */
export const verificationStatuses = [
  'pending',
  'verified',
  'rejected',
  'withdrawn',
  'expired',
  'cancelled',
] as const
export type VerificationStatus = (typeof verificationStatuses)[number]

/** Whether it is complete, so that it has a record, even after a withdrawal. */
export function isRecord(status: VerificationStatus): boolean {
  return status === 'verified' || status === 'withdrawn'
}

/** Whether the third party's link still accepts anything: uploads, a submission, a refusal. */
export function isOpen(status: VerificationStatus): boolean {
  return status === 'pending'
}

/** Maximum lengths of texts, in characters. The limits come from no rule; they only bound the input. */
export const verificationLimits = {
  nameMax: 200,
  socialMediaNameMax: 200,
  platformNameMax: 100,
  ageTextMax: 20,
  signatureMax: 200,
  additionalInformationMax: 5000,
  phoneMax: 40,
  declineReasonMax: 1000,
} as const

/** Days after which an unsuccessful request loses its third party's address and the data typed about them. */
export const forgottenAfterDays = 30

/**
 * Builds the link that the creator shares: `{origin}/verify/{id}`, with `?type=person` for the person kind (LINK-1).
 */
export function writeVerificationLink(origin: string, id: string, kind: VerificationKind): string {
  return `${origin}/verify/${id}${kind === 'person' ? '?type=person' : ''}`
}

/**
 * A reference of eight letters and digits that helps people distinguish verifications: the same on the page and in the
 * mail (MAIL-18). It grants no access and reveals nothing.
 */
export function toReference(verificationId: string): string {
  const start = verificationId.slice(0, 8).toUpperCase()
  return `${start.slice(0, 4)}-${start.slice(4)}`
}

/**
 * The normalised form in which the gate compares email addresses: without surrounding white space, in lower case
 * (GATE-4).
 */
export function toComparableEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Whether the address typed at the gate matches the one that the verification was sent to. */
export function doEmailsMatch(typed: string, expected: string): boolean {
  return toComparableEmail(typed) === toComparableEmail(expected)
}

/** How the third party's email was proven: typed and equal, or confirmed by a mailed code. */
export const emailProofs = ['matched', 'code'] as const
export type EmailProof = (typeof emailProofs)[number]

/** How long a mailed code is valid after its last mail (GATE-9). */
export const codeLifeMs = 60 * 60 * 1000

/** The tries that a mailed code accepts, unless codes are being guessed (GATE-10). */
export const usualCodeTries = 5

/** The browsers in which answers to one link can be begun at a time by the address alone (FORM-25). */
export const setsPerLink = 8

/**
 * The state of an invitation: queued; not mailed, because the creator's own address isn't confirmed; or not mailed,
 * because the mailbox has reached its limit for all senders.
 */
export const invitationOutcomes = ['queued', 'unconfirmed', 'limited'] as const
export type InvitationOutcome = (typeof invitationOutcomes)[number]

/** Days that a draft and its files are kept after it was last saved (DRAFT-4). */
export const draftLifeDays = 7

/** The end of retention of a draft that was saved at an instant. */
export function computeDraftEnd(savedAt: Date): Date {
  return new Date(savedAt.getTime() + draftLifeDays * 24 * 60 * 60 * 1000)
}
