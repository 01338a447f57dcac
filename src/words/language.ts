/** Texts by their key. A text is a message in ICU MessageFormat: `{count, plural, one {# day} other {# days}}`. */
export type Catalogue = { readonly [key: string]: string | Catalogue } | readonly (string | Catalogue)[]

/**
 * A language of the product. `catalogues` has the names passed to `messages` as keys, each with all of the English
 * keys.
 */
export type Language = {
  /** BCP 47, as in `<html lang>`. */
  tag: string
  direction: 'ltr' | 'rtl'
  catalogues: Readonly<Record<string, Catalogue>>
}

/** Every text is written in English, beside the code that uses it, so it has nothing to load. */
export const english: Language = { tag: 'en', direction: 'ltr', catalogues: {} }

let spoken = english

export const readLanguage = (): Language => spoken

/**
 * Switches every text to this language, including texts that are already loaded.
 * @internal there is only one language so far: tests use another.
 */
export function switchLanguage(next: Language): void {
  spoken = next
}
