const ignorable = /\p{Default_Ignorable_Code_Point}/u

const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[\d#*]\ufe0f?\u20e3/u

/** Joiners say how letters of these are shaped. */
const joining =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nkoo}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u
const joiner = /[\u200c\u200d]/
const variant = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u

/**
 * Whether a character of a grapheme shows nothing and does nothing that its writing system or an emoji needs: zero-width spaces, marks that
 * reorder text, joiners between letters that do not join. A record shows each by its number, so that two names that look alike are alike.
 */
export function doesHideInText(character: string, grapheme: string): boolean {
  if (!ignorable.test(character) || emoji.test(grapheme)) return false
  if (joiner.test(character)) return !joining.test(grapheme)
  if (variant.test(character)) return !/\p{sc=Han}/u.test(grapheme)
  return true
}
