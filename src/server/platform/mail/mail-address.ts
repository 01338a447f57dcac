/**
 * Whether a text is exactly one plain address and nothing that a mail header could read as more: no line break or other control character,
 * no comma, no angle bracket, no comment, no white space (RFC 5321 mailbox with a dot-atom local part).
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 320) return false
  return /^[^\s\p{Cc}@<>()[\],;:"\\]+@[^\s\p{Cc}@<>()[\],;:"\\]+$/u.test(text)
}
