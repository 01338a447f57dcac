/**
 * The languages of the product, by their tag (BCP 47): the name in the language itself, its direction, and the locale
 * that Intl formats with. Arabic has Latin digits and a clock of 24 hours, so that a date, a time, a code and a price look
 * the same everywhere.
 */
export const languages = {
  en: { name: 'English', direction: 'ltr', locale: 'en-GB' },
  de: { name: 'Deutsch', direction: 'ltr', locale: 'de-DE' },
  ar: { name: 'العربية', direction: 'rtl', locale: 'ar-u-hc-h23-nu-latn' },
  es: { name: 'Español', direction: 'ltr', locale: 'es-ES' },
  pt: { name: 'Português (Brasil)', direction: 'ltr', locale: 'pt-BR' },
  fr: { name: 'Français', direction: 'ltr', locale: 'fr-FR' },
} as const

export type LanguageTag = keyof typeof languages

export const languageTags = Object.keys(languages) as readonly LanguageTag[]

export const isLanguageTag = (text: unknown): text is LanguageTag =>
  typeof text === 'string' && Object.hasOwn(languages, text)

/**
 * The language for a reader: the one that they chose, or else the best of those that their browser accepts
 * (RFC 4647, 3.4: `de-AT` is answered in German), or else English.
 * @param accepted the header Accept-Language (RFC 9110, 12.5.4)
 */
export function pickLanguage(chosen: string | undefined, accepted: string | undefined): LanguageTag {
  if (isLanguageTag(chosen)) return chosen
  const ranges = (accepted ?? '').split(',').flatMap((range) => {
    const [tag = '', ...parameters] = range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    const weight = parameters.find((each) => each.startsWith('q='))
    const quality = weight ? Number(weight.slice(2)) : 1
    return quality > 0 ? [{ language: tag.split('-')[0], quality }] : []
  })
  ranges.sort((one, other) => other.quality - one.quality)
  return ranges.map(({ language }) => language).find(isLanguageTag) ?? 'en'
}

/** Whether the header Accept-Language names a language. `*`, as programs send it, names none. */
export const namesLanguage = (accepted: string | undefined): boolean => /(^|,)\s*[a-z]/i.test(accepted ?? '')
