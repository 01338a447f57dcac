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
