/** Texts by their key. A text is a message in ICU MessageFormat: `{count, plural, one {# day} other {# days}}`. */
export type Catalogue = { readonly [key: string]: string | Catalogue } | readonly (string | Catalogue)[]

/**
 * A language as it is spoken. `catalogues` has the names passed to `messages` as keys, each with all of the English
 * keys.
 */
export type Language = {
  /** BCP 47, as in `<html lang>`. */
  tag: string
  direction: 'ltr' | 'rtl'
  /** For Intl: dates, numbers and rules of counting. */
  locale: string
  catalogues: Readonly<Record<string, Catalogue>>
}

/** Every text is written in English, beside the code that uses it, so it has nothing to load. */
export const english: Language = { tag: 'en', direction: 'ltr', locale: 'en-GB', catalogues: {} }

let spoken = () => english

/**
 * The language of the text that is being written: on the server that of the request, the job or the mail, in a browser
 * that of the build (scripts/lib/compiled-words.ts).
 */
export const readLanguage = (): Language => spoken()

/** Decides which language `readLanguage` returns. Returns what decided it before. */
export function readLanguageFrom(read: () => Language): () => Language {
  const before = spoken
  spoken = read
  return before
}
