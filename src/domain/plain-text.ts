/**
 * Whether a text holds no control characters except line breaks and tabs, and no half of a surrogate pair. What fails cannot be stored, printed
 * or shown faithfully.
 */
export function isPlainText(text: string): boolean {
  return !/[^\P{Cc}\n\r\t]|\p{Cs}/u.test(text)
}
