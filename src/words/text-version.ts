import { readLanguage } from './language.ts'

/** A version of the consent text with its month in the language that is spoken: "5 (Dezember 2026)" in German. */
export function describeTextVersion(version: string): string {
  return version.replace(/\w+ \d{4}/, (month) =>
    new Date(`1 ${month} UTC`).toLocaleDateString(readLanguage().locale, {
      year: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    }),
  )
}
