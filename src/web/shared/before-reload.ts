import type { LanguageTag } from '../../domain/language.ts'
import { tabValue } from './forms/tab-storage.ts'

/** The event of a chosen language. The page loads again in it after `works` (src/web/root.tsx). */
type LanguageChosen = CustomEvent<{ language: LanguageTag; works: Promise<unknown>[] }>

declare global {
  interface WindowEventMap {
    languagechosen: LanguageChosen
  }
}

/** Runs work before the page loads again in another language. Returns a function that stops it. */
export function beforeReload(work: (language: LanguageTag) => Promise<unknown>): () => void {
  const onChosen = ({ detail: { language, works } }: LanguageChosen) => void works.push(work(language))
  window.addEventListener('languagechosen', onChosen)
  return () => window.removeEventListener('languagechosen', onChosen)
}

type KeptFields = { path: string; values: Record<string, string | boolean> }

/** What was typed into the fields of a page, over one reload (src/web/app/typed-fields.ts). */
export const keptFields = tabValue('fields', (stored) => stored as KeptFields | null)
