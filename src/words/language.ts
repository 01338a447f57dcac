/**
 * Texts by what they are for. A text is a message of ICU MessageFormat: `{count, plural, one {# day} other {# days}}`.
 */
export type Catalogue = { readonly [key: string]: string | Catalogue } | readonly (string | Catalogue)[]

/**
 * A language that the product can speak. `catalogues` are by the names that `messages` is given, each with all of
 * English's keys.
 */
export type Language = {
  /** BCP 47, as in `<html lang>`. */
  tag: string
  direction: 'ltr' | 'rtl'
  catalogues: Readonly<Record<string, Catalogue>>
}

/** Every text is written in it, beside the code that needs it, so that it has to load nothing. */
export const english: Language = { tag: 'en', direction: 'ltr', catalogues: {} }

let spoken = english

/** The language that is spoken now. */
export const readLanguage = (): Language => spoken

/**
 * From now on every text is read in this language, also by what was loaded before.
 * @internal there is one language as yet: tests speak another.
 */
export function speak(next: Language): void {
  spoken = next
}
