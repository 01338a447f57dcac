import { AsyncLocalStorage } from 'node:async_hooks'
import { isLanguageTag, type LanguageTag, languages } from '../../../domain/language.ts'
import { type Catalogue, english, type Language, readLanguageFrom } from '../../../words/language.ts'
import { findWritten } from '../../../words/messages.ts'
import { translate } from '../../../words/translations.ts'
import { listSubjects, readSubject } from './read-translations.ts'

/** `spoken` is the language of the texts. It isn't the reader's where a protocol is English. */
const current = new AsyncLocalStorage<{ reader: LanguageTag | null; isChosen: boolean; spoken: Language }>()

readLanguageFrom(() => current.getStore()?.spoken ?? english)

/** Runs something for a reader of a language, which they may have chosen, in which every text is written. */
export function speakIn<T>(reader: LanguageTag, run: () => T, isChosen = false): T {
  return current.run({ reader, isChosen, spoken: findLanguage(reader) }, run)
}

/** Runs something that writes for programs, in English, whatever its reader's language is. */
export function speakProtocol<T>(run: () => T): T {
  return current.run({ reader: null, isChosen: false, ...current.getStore(), spoken: english }, run)
}

/** The language of the person who makes the current request; null if the request doesn't say. */
export const readReader = (): LanguageTag | null => current.getStore()?.reader ?? null

/** The language that this person chose on the pages; null where their browser's language counts. */
export const readChosen = (): LanguageTag | null => (current.getStore()?.isChosen ? readReader() : null)

/** The language that is stored for a person; English for none, and for one that this version doesn't speak. */
export const toLanguageTag = (stored: string | null): LanguageTag => (isLanguageTag(stored) ? stored : 'en')

const made = new Map<LanguageTag, Language>([['en', english]])

function findLanguage(tag: LanguageTag): Language {
  const known = made.get(tag)
  if (known) return known
  const { direction, locale } = languages[tag]
  const language = { tag, direction, locale, catalogues: makeCatalogues(tag) }
  made.set(tag, language)
  return language
}

/**
 * The catalogues of a language by name. Each file is read for its first text: a language that nobody reads takes no
 * memory, and no request waits for all of it.
 */
function makeCatalogues(tag: LanguageTag): Language['catalogues'] {
  const catalogues: Record<string, Catalogue> = {}
  for (const name of listSubjects(tag)) {
    Object.defineProperty(catalogues, name, {
      configurable: true,
      get() {
        const value = translate(findWritten(name), readSubject(tag, name))
        Object.defineProperty(catalogues, name, { value })
        return value
      },
    })
  }
  return catalogues
}
