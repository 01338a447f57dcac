import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LanguageTag } from '../../../domain/language.ts'
import type { Translations } from '../../../words/translations.ts'

const words = fileURLToPath(new URL('../../../words/', import.meta.url))

/** The folder with a language's files, one for each subject. */
export const findTranslations = (tag: LanguageTag): string => join(words, tag)

/** The translations of a language by subject, from `src/words/<tag>/<subject>.json`. */
export function readTranslations(tag: LanguageTag): Record<string, Translations> {
  const folder = findTranslations(tag)
  if (tag === 'en' || !existsSync(folder)) return {}
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    files.map((name) => [
      basename(name, '.json'),
      readSubject(readFileSync(join(folder, name), 'utf8'), tag),
    ]),
  )
}

/** Reads one file: `{ "heading.age": { "en": "…", "de": "…" } }`. */
function readSubject(file: string, tag: LanguageTag): Translations {
  const entries = Object.entries(JSON.parse(file) as Record<string, Record<string, string>>)
  return Object.fromEntries(
    entries.map(([place, texts]) => [place, { en: texts['en'] ?? '', text: texts[tag] ?? '' }]),
  )
}
