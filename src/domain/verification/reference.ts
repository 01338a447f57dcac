/**
 * A verification in eight letters and digits, for people who have two of them: the same on the page and in the mail (MAIL-18). It opens
 * nothing and says nothing.
 */
export function toReference(verificationId: string): string {
  const start = verificationId.slice(0, 8).toUpperCase()
  return `${start.slice(0, 4)}-${start.slice(4)}`
}
