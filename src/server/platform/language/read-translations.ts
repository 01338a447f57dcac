import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LanguageTag } from '../../../domain/language.ts'
import type { Translations } from '../../../words/translations.ts'

const words = fileURLToPath(new URL('../../../words/', import.meta.url))

/** The folder with a language's files, one for each subject. */
export const findTranslations = (tag: LanguageTag): string => join(words, tag)

/** The subjects that a language has a file for; none for English. */
export function listSubjects(tag: LanguageTag): string[] {
  const folder = findTranslations(tag)
  if (tag === 'en' || !existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'))
}

/** The translations of a subject, from `src/words/<tag>/<subject>.json`: `{ "heading.age": { "en": "…", "de": "…" } }`. */
export function readSubject(tag: LanguageTag, subject: string): Translations {
  const file = readFileSync(join(findTranslations(tag), `${subject}.json`), 'utf8')
  const entries = Object.entries(JSON.parse(file) as Record<string, Record<string, string>>)
  return Object.fromEntries(
    entries.map(([place, texts]) => [place, { en: texts['en'] ?? '', text: texts[tag] ?? '' }]),
  )
}

export const readTranslations = (tag: LanguageTag): Record<string, Translations> =>
  Object.fromEntries(listSubjects(tag).map((subject) => [subject, readSubject(tag, subject)]))
