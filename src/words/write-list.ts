import { readLanguage } from './language.ts'

/** Several things after a colon or in brackets, in the reader's language: "photo, ID". */
export const writeList = (things: readonly string[]): string =>
  new Intl.ListFormat(readLanguage().locale, { type: 'unit' }).format(things)
