// Two kinds of typed text. Text that fails a check can't be stored, printed or shown faithfully, or looks like other
// text.

/**
 * Controls other than line ends and tabs, unpaired surrogates, bidirectional embeddings and overrides (UAX #9), and
 * tags.
 */
const unfit = /[^\P{Cc}\n\r\t]|\p{Cs}|[\u202a-\u202e]|[\u{e0000}-\u{e007f}]/u

/** Line breaks and invisible characters. Joiners and variation selectors are allowed here, since they have a use. */
const unfitInLine =
  /[\n\r\t\u2028\u2029]|(?![\u200c\u200d]|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u

/** A joiner joins two letters or pictures; a variation selector follows the character it varies. */
const misplaced =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Variation_Selector}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])|(?<![\p{L}\p{N}\p{S}\p{P}])\p{Variation_Selector}/u

/**
 * Whether a text is empty, or one line with at least one letter or digit and no hidden characters: a name, a signature,
 * an address.
 */
export function isLine(text: string): boolean {
  if (text === '') return true
  return isParagraph(text) && !unfitInLine.test(text) && !misplaced.test(text) && /[\p{L}\p{N}]/u.test(text)
}

/**
 * Whether a text of any number of lines, such as terms or a reason, has no characters that reorder or hide adjacent
 * text.
 */
export function isParagraph(text: string): boolean {
  return !unfit.test(text)
}

/**
 * Converts the decimal digits of every script, and full-width characters, to ASCII: `٢٧` and `２７` become `27`. Each
 * script's digits are consecutive code points, from zero to nine.
 */
export function toLatinDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (isDigit(zero - 1)) zero -= 1
    return String((code - zero) % 10)
  })
}

const isDigit = (code: number) => code >= 0 && /^\p{Nd}$/u.test(String.fromCodePoint(code))

const canonical = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Whether a text is a canonical id: a UUID in lower case with its four hyphens (RFC 9562, section 4), as PostgreSQL
 * writes it. Hashes, locks and limits accept an id only in this form.
 */
export function isCanonicalId(text: string): boolean {
  return canonical.test(text)
}

/**
 * The canonical form of an id in any case, since a person or a mail client may have changed it; null for an invalid id.
 */
export function toCanonicalId(text: string | undefined): string | null {
  const lower = text?.toLowerCase()
  return lower !== undefined && isCanonicalId(lower) ? lower : null
}
