import compile from 'icu-minify/compile'
import { isParagraph } from '../domain/typed-text.ts'
import type { Catalogue } from './language.ts'

/**
 * One subject in another language, as in its file. A key is the place of the text in the English catalogue
 * (`heading.age`); `en` is the English text that was translated.
 */
export type Translations = Readonly<Record<string, Translation>>

export type Translation = { readonly en: string; readonly text: string }

/** The texts of a catalogue by their place. */
export function flatten(catalogue: Catalogue, above = ''): [place: string, text: string][] {
  return Object.entries(catalogue).flatMap(([key, part]): [string, string][] =>
    typeof part === 'string' ? [[above + key, part]] : flatten(part, `${above}${key}.`),
  )
}

/** A catalogue with its texts translated; a text without a translation stays English. */
export function translate(english: Catalogue, translations: Translations, above = ''): Catalogue {
  const write = (key: string, part: string | Catalogue) =>
    typeof part === 'string'
      ? translations[above + key]?.text || part
      : translate(part, translations, `${above}${key}.`)
  return Array.isArray(english)
    ? english.map((part, index) => write(String(index), part))
    : Object.fromEntries(Object.entries(english).map(([key, part]) => [key, write(key, part)]))
}

/**
 * The translation to begin with for a text of a catalogue: of the same English, which may have moved within a list, or of
 * the English that the text at this place had before; empty for a new text.
 */
export function suggestTranslation(english: Catalogue, translations: Translations, place: string): string {
  const texts = new Map(flatten(english))
  const known = [translations[place], ...Object.values(translations)]
  const same = known.find((each) => each?.en === texts.get(place))
  const before = translations[place]
  const isElsewhere = [...texts.values()].some((text) => text === before?.en)
  return (same ?? (isElsewhere ? undefined : before))?.text ?? ''
}

export type TranslationFault =
  | 'missing'
  | 'unused'
  | 'the English text has changed'
  | 'other places than the English text'
  | 'not a valid message'
  | 'a form of counting is missing'
  | 'a character that no text may have'

/** What is wrong with the translations of a catalogue, by place. An empty or blank text is missing. */
export function findFaults(
  english: Catalogue,
  translations: Translations,
  locale: string,
): { place: string; fault: TranslationFault }[] {
  const texts = new Map(flatten(english))
  const unused = Object.keys(translations).filter((place) => !texts.has(place))
  return [
    ...unused.map((place) => ({ place, fault: 'unused' as const })),
    ...[...texts].flatMap(([place, text]) => {
      const fault = findFault(text, translations[place], locale)
      return fault ? [{ place, fault }] : []
    }),
  ]
}

function findFault(english: string, given: Translation | undefined, locale: string): TranslationFault | null {
  if (!given?.text.trim()) return 'missing'
  if (given.en !== english) return 'the English text has changed'
  // A file in another encoding brings replacement characters.
  if (!isParagraph(given.text) || given.text.includes('\ufffd')) return 'a character that no text may have'
  const [source, target] = [readPlaces(english), readPlaces(given.text)]
  if (!source || !target) return 'not a valid message'
  if (source.places.join() !== target.places.join()) return 'other places than the English text'
  const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  return target.plurals.every((forms) => needed.every((form) => forms.includes(form)))
    ? null
    : 'a form of counting is missing'
}

/** How icu-minify numbers the ways of formatting a place. */
const [select, plural, ordinal] = [1, 2, 3]

/**
 * The places of a message, each once, in alphabetical order: its name, how it is formatted, and the choices of a
 * `select`. Also the forms of each `plural`. Null for invalid ICU MessageFormat.
 */
function readPlaces(text: string): { places: string[]; plurals: string[][] } | null {
  const places = new Set<string>()
  const plurals: string[][] = []
  const readParts = (parts: unknown) => {
    if (Array.isArray(parts)) for (const part of parts) if (Array.isArray(part)) readPlace(part)
  }
  const readPlace = ([name, ...rest]: unknown[]) => {
    const [kind, choices] = rest
    const forms = Object.keys(choices ?? {})
    if (kind === plural || kind === ordinal) plurals.push(forms)
    places.add(
      `${name} ${typeof kind === 'number' ? kind : rest.length > 0 ? 'tag' : ''} ${kind === select ? forms.sort() : ''}`,
    )
    if (typeof kind === 'number') Object.values(choices ?? {}).forEach(readParts)
    else readParts(rest)
  }
  try {
    readParts(compile(text))
  } catch {
    return null
  }
  return { places: [...places].sort(), plurals }
}
