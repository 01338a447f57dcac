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
