import { type LanguageTag, languages } from '../../domain/language.ts'
import { readLanguage } from '../../words/language.ts'

/** The attributes of a part in another language than the page, for screen readers and for its direction; else none. */
export function markLanguage(tag: LanguageTag): { lang?: string; dir?: 'ltr' | 'rtl' } {
  return isOtherLanguage(tag) ? { lang: tag, dir: languages[tag].direction } : {}
}

export const isOtherLanguage = (tag: LanguageTag): boolean => tag !== readLanguage().tag

/** The name of a language in the language of the page. */
export function nameLanguage(tag: LanguageTag): string {
  const names = new Intl.DisplayNames([readLanguage().locale], { type: 'language' })
  return names.of(tag) ?? languages[tag].name
}
