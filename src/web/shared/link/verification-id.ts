/** Whether an address names a verification at all: their ids are UUIDs. */
export function isVerificationId(text: string | undefined): text is string {
  return text !== undefined && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
