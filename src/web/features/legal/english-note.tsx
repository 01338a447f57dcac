import words from '../../../words/en/legal.ts'
import { readLanguage } from '../../../words/language.ts'

/** For the element around a text that exists in English alone. */
export const inEnglish = { lang: 'en', dir: 'ltr' } as const

/** For a text of the page inside such an element. */
export function inLanguage() {
  const { tag, direction } = readLanguage()
  return { lang: tag, dir: direction }
}

/** Says on a page in another language that its text is in English. */
export const EnglishNote = () =>
  readLanguage().tag === 'en' ? null : <p {...inLanguage()}>{words.englishOnly}</p>
