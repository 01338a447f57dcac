/** The two kinds of verification: age consent and identity of a person (PRODUCT-1). */
export const verificationKinds = ['age', 'person'] as const
export type VerificationKind = (typeof verificationKinds)[number]

/** The name of a kind's monthly allowance. */
export const usageAction: Record<VerificationKind, 'ageVerification' | 'personVerification'> = {
  age: 'ageVerification',
  person: 'personVerification',
}

/** Every state of a verification (STATE-1). How one leads to another: transition.ts. */
export const verificationStatuses = [
  'pending',
  'verified',
  'rejected',
  'withdrawn',
  'expired',
  'cancelled',
] as const
export type VerificationStatus = (typeof verificationStatuses)[number]

/** Whether it is complete, so that there is a record of it, withdrawn since or not. */
export function isRecord(status: VerificationStatus): boolean {
  return status === 'verified' || status === 'withdrawn'
}

/** Whether the third party's link still accepts anything: uploads, a submission, a refusal. */
export function isOpen(status: VerificationStatus): boolean {
  return status === 'pending'
}

/** Longest accepted texts, in characters. No rule needs them; they keep a form a form. */
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

/** How long a request that came to nothing keeps its third party's address, and what was typed about them. */
export const forgottenAfterDays = 30

/** The link that the creator shares: `{origin}/verify/{id}`, with `?type=person` for the person kind (LINK-1). */
export function writeVerificationLink(origin: string, id: string, kind: VerificationKind): string {
  return `${origin}/verify/${id}${kind === 'person' ? '?type=person' : ''}`
}

/**
 * A verification in eight letters and digits, for people who have two of them: the same on the page and in the mail
 * (MAIL-18). It opens nothing and reveals nothing.
 */
export function toReference(verificationId: string): string {
  const start = verificationId.slice(0, 8).toUpperCase()
  return `${start.slice(0, 4)}-${start.slice(4)}`
}

/** The form in which the gate compares email addresses: without surrounding white space, in lower case (GATE-4). */
export function toComparableEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Whether the address typed at the gate is the one that the verification was sent to. */
export function doEmailsMatch(typed: string, expected: string): boolean {
  return toComparableEmail(typed) === toComparableEmail(expected)
}

/** How the third party's email was proven: typed and equal, or confirmed by a code mailed to it. */
export const emailProofs = ['matched', 'code'] as const
export type EmailProof = (typeof emailProofs)[number]

/**
 * The state of an invitation: queued to be mailed; not mailed, because its creator's own address is not confirmed; or
 * not mailed, because the mailbox had enough of them, from all senders.
 */
export const invitationOutcomes = ['queued', 'unconfirmed', 'limited'] as const
export type InvitationOutcome = (typeof invitationOutcomes)[number]

/** How long a draft, with its files, is kept after it was last saved (DRAFT-4). */
export const draftLifeDays = 7

/** Until when a draft that was saved at an instant is kept. */
export function computeDraftEnd(savedAt: Date): Date {
  return new Date(savedAt.getTime() + draftLifeDays * 24 * 60 * 60 * 1000)
}
