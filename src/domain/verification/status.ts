/** Every state of a verification. All but `pending` are final, except that a verified one can be withdrawn (STATE-1). */
export const verificationStatuses = [
  'pending',
  'verified',
  'rejected',
  'withdrawn',
  'expired',
  'cancelled',
] as const
export type VerificationStatus = (typeof verificationStatuses)[number]

const nextStatuses: Record<VerificationStatus, readonly VerificationStatus[]> = {
  pending: ['verified', 'rejected', 'expired', 'cancelled'],
  verified: ['withdrawn'],
  rejected: [],
  withdrawn: [],
  expired: [],
  cancelled: [],
}

/** Whether a verification may go from one status to another. */
export function canBecome(from: VerificationStatus, to: VerificationStatus): boolean {
  return nextStatuses[from].includes(to)
}

/** Whether it is complete, so that there is a record of it, withdrawn since or not. */
export function isRecord(status: VerificationStatus): boolean {
  return status === 'verified' || status === 'withdrawn'
}

/** Whether the third party's link still accepts anything: uploads, a submission, a refusal. */
export function isOpen(status: VerificationStatus): boolean {
  return status === 'pending'
}
