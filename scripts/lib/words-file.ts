// The file that a translator gets and gives back (docs/translations.md).
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type LanguageTag, languages } from '../../src/domain/language.ts'
import { findTranslations, readTranslations } from '../../src/server/platform/language/read-translations.ts'
import { StartupError } from '../../src/server/platform/startup-error.ts'
import type { Catalogue } from '../../src/words/language.ts'
import { readWritten } from '../../src/words/messages.ts'
import { findFaults, flatten, suggestTranslation, type Translations } from '../../src/words/translations.ts'
import { findCheckerWords, readCheckerTexts, readCheckerWords } from './checker-words.ts'
import { inProject } from './project.mjs'

const entriesSchema = z.record(z.string(), z.record(z.string(), z.string()))
type Entries = z.infer<typeof entriesSchema>

/** The subject of what check-record.mjs says. Its English is in its code, and its translations are beside it. */
const checker = 'check-record'

/**
 * Writes one file with the texts of all subjects: the missing and changed ones, or all.
 * @returns how many
 */
export async function exportWords(tag: LanguageTag, file: string, all: boolean): Promise<number> {
  const known = readKnown(tag)
  const subjects: Record<string, Entries> = {}
  let count = 0
  for (const [subject, english] of await readCatalogues()) {
    const translations = known[subject] ?? {}
    const open = new Set(findFaults(english, translations, languages[tag].locale).map(({ place }) => place))
    const texts = flatten(english).filter(([place]) => all || open.has(place))
    if (texts.length === 0) continue
    subjects[subject] = Object.fromEntries(
      texts.map(([place, en]) => [place, { en, [tag]: suggestTranslation(english, translations, place) }]),
    )
    count += texts.length
  }
  writeFileSync(file, `${JSON.stringify(subjects, null, 2)}\n`)
  return count
}

/**
 * Takes the translations of a file, in whole or not at all.
 * @returns how many texts still need a translation
 * @throws {StartupError} with the place of each fault
 */
export async function importWords(tag: LanguageTag, file: string): Promise<number> {
  const given = readGiven(file)
  const catalogues = await readCatalogues()
  const known = readKnown(tag)
  const unknown = Object.keys(given).filter((subject) => !catalogues.has(subject))
  const faults = unknown.map((subject) => `${subject}: there is no such subject`)
  const files = new Map<string, string>()
  let checkerWords = ''
  let open = 0
  for (const [subject, english] of catalogues) {
    const translations = { ...known[subject], ...readEntries(given[subject] ?? {}, tag) }
    for (const { place, fault } of findFaults(english, translations, languages[tag].locale)) {
      if (fault === 'missing' || !given[subject]?.[place]) open += fault === 'unused' ? 0 : 1
      else faults.push(`${subject}: ${place}: ${fault}`)
    }
    if (subject === checker) checkerWords = writeCheckerWords(english, translations)
    else files.set(subject, writeSubject(english, translations, tag))
  }
  if (faults.length > 0) throw new StartupError(`Nothing was taken:\n${faults.join('\n')}`)
  writeSubjects(tag, files)
  writeFileSync(findCheckerWords(tag), checkerWords)
  return open
}

/** The subjects of a translated file. Some editors begin it with a byte order mark. */
function readGiven(file: string): Record<string, Entries> {
  const given = parseJson(readText(file).replace(/^\ufeff/, ''), file)
  const checked = z.record(z.string(), entriesSchema).safeParse(given)
  // What was parsed, because the schema drops a subject or a place that no object may have.
  if (checked.success) return given as Record<string, Entries>
  const places = checked.error.issues.map(({ path }) => path.slice(0, 2).join(': '))
  if (places.includes('')) throw new StartupError(`${file} has no subjects, as words:export writes them.`)
  const faults = [...new Set(places)].map((place) => `${place}: not as words:export writes it`)
  throw new StartupError(`Nothing was taken:\n${faults.join('\n')}`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new StartupError(`${file} can’t be read.`)
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StartupError(`${file} is not JSON.`)
  }
}

function readKnown(tag: LanguageTag): Record<string, Translations> {
  const said = Object.entries(readCheckerWords(tag)).map(([en, text]) => [en, { en, text }])
  return { ...readTranslations(tag), [checker]: Object.fromEntries(said) }
}

function readEntries(entries: Entries, tag: LanguageTag): Translations {
  const translated = Object.entries(entries).filter(([, texts]) => texts[tag]?.trim())
  return Object.fromEntries(
    translated.map(([place, texts]) => [place, { en: texts['en'] ?? '', text: texts[tag] ?? '' }]),
  )
}

/** The file of a subject, in the order of the English catalogue. Empty without a translation. */
function writeSubject(english: Catalogue, translations: Translations, tag: LanguageTag): string {
  const entries = flatten(english).flatMap(([place]) => {
    const translation = translations[place]
    return translation ? [[place, { en: translation.en, [tag]: translation.text }]] : []
  })
  return entries.length === 0 ? '' : `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}

/** The checker's own file, which has each English text and its translation. */
function writeCheckerWords(english: Catalogue, translations: Translations): string {
  const entries = flatten(english).flatMap(([text]) => {
    const translation = translations[text]
    return translation ? [[text, translation.text]] : []
  })
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}

function writeSubjects(tag: LanguageTag, files: ReadonlyMap<string, string>): void {
  const folder = findTranslations(tag)
  mkdirSync(folder, { recursive: true })
  const before = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name.slice(0, -'.json'.length), readFileSync(join(folder, name), 'utf8')]),
  )
  for (const [subject, text] of files)
    if (text && text !== before.get(subject)) writeFileSync(join(folder, `${subject}.json`), text)
  for (const subject of before.keys()) if (!files.get(subject)) rmSync(join(folder, `${subject}.json`))
}

async function readCatalogues(): Promise<Map<string, Catalogue>> {
  const folder = inProject('src/words/en')
  const names = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''))
  const modules = await Promise.all(names.map((name) => import(join(folder, `${name}.ts`))))
  const said = readCheckerTexts().said.map((text) => [text, text])
  return new Map([
    ...names.map((name, index): [string, Catalogue] => [name, readWritten(modules[index].default)]),
    [checker, Object.fromEntries(said)],
  ])
}
