import words from '../../../words/en/legal.ts'
import { readLanguage } from '../../../words/language.ts'

/** For the element around a text that exists in English alone. */
export const inEnglish = { lang: 'en', dir: 'ltr' } as const

/** Says on a page in another language that its text is in English. */
export const EnglishNote = () => (readLanguage().tag === 'en' ? null : <p>{words.englishOnly}</p>)
