// Two kinds of typed text. Text that fails a check can't be stored, printed or shown faithfully, or looks like other
// text.

/**
 * Controls other than line ends and tabs, unpaired surrogates, bidirectional embeddings and overrides (UAX #9), and
 * tags.
 */
const unfit = /[^\P{Cc}\n\r\t]|\p{Cs}|[\u202a-\u202e]|[\u{e0000}-\u{e007f}]/u

/** Scripts in which joiners control the shaping of letters. */
const joiningScripts = [
  ...['Arab', 'Syrc', 'Mong', 'Nkoo', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda'],
  ...['Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt'],
].map((script) => `\\p{sc=${script}}`)

/** Marks and modifiers that may stand between a character and the invisible one that belongs to it. */
const marks = String.raw`[\p{M}\p{Emoji_Modifier}\u200c\u200d]*`
const selectors = String.raw`\ufe00-\ufe0f\u{e0100}-\u{e01ef}`

/**
 * A character that shows nothing and that neither its script nor an emoji needs: a space without width, a mark of
 * direction, a joiner between letters that don't join, a variation selector of a character that has no variants. A
 * record shows it by its number (RECORD-51), and no name may have it (SIGNUP-6).
 */
export const hiddenCharacter = new RegExp(
  [
    String.raw`(?<![${joiningScripts.join('')}\p{Extended_Pictographic}]${marks})[\u200c\u200d]`,
    String.raw`(?<![\p{sc=Han}\p{Extended_Pictographic}\p{Regional_Indicator}]${marks})(?!(?<=[\d#*])\ufe0f\u20e3)[${selectors}]`,
    String.raw`(?![\u200c\u200d${selectors}])\p{Default_Ignorable_Code_Point}`,
  ].join('|'),
  'u',
)

const lineBreak = /[\n\r\t\u2028\u2029]/

/** A joiner that joins nothing to the character before it. */
const joinsNothing = /[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/u

/**
 * Whether a text is empty, or one line with at least one letter or digit and no hidden characters: a name, a signature,
 * an address.
 */
export function isLine(text: string): boolean {
  if (text === '') return true
  const isPlain = !lineBreak.test(text) && !hiddenCharacter.test(text) && !joinsNothing.test(text)
  return isParagraph(text) && isPlain && /[\p{L}\p{N}]/u.test(text)
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

/** A code as typed or pasted: white space is ignored, and the digits may be those of any script. */
export function readCode(typed: string): string {
  return dropMarks(toLatinDigits(typed)).replace(/\s/g, '')
}

/** Drops the marks of direction that a copy from a chat or a page may bring (UAX #9). They show nothing. */
export function dropMarks(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '')
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

/** Like `toCanonicalId`, for the end of a link that was copied with the signs of the sentence or bracket around it. */
export function toLinkedId(text: string | undefined): string | null {
  return toCanonicalId(text?.replace(/[.,;:!?'"’”)\]}>]+$/u, ''))
}
