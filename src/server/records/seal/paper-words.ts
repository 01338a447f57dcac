import type { LanguageTag } from '../../../domain/language.ts'
import { dropIsolates } from '../../../words/fill.ts'
import { readLanguage } from '../../../words/language.ts'
import { speakIn } from '../../platform/language/index.ts'
import { type Block, markValues } from '../../platform/pdf/index.ts'

/**
 * The texts of a catalogue as a sealed page has them: with the drawing's own marks around values, because it shows those
 * of Unicode by their number, and without the hyphens that other languages have in long words for screens.
 */
export function onPaper<Texts extends object>(texts: Texts): Texts {
  const onPages = {}
  for (const name of Object.keys(texts))
    Object.defineProperty(onPages, name, { get: () => writePart(Reflect.get(texts, name)) })
  return onPages as Texts
}

function writePart(part: unknown): unknown {
  if (typeof part === 'string') return toPaper(part)
  if (typeof part === 'function') return (values: object) => toPaper(part(values))
  return typeof part === 'object' && part !== null ? onPaper(part) : part
}

/**
 * A sentence of the service, written in the language of the page, as a sealed page has it. In English, as in the formats
 * before `sealed-record/4`, values have no marks around them.
 */
export function toPaper(text: string): string {
  return readLanguage().tag === 'en' ? dropIsolates(text) : markValues(text).replaceAll('\u00ad', '')
}

/** Blocks that are written in a language, and marked with it. */
export function writeIn(language: LanguageTag, write: () => readonly Block[]): Block[] {
  return speakIn(language, () => write().map((block) => ({ ...block, language })))
}
