import type { LanguageTag } from '../../domain/language.ts'

/** Chooses a language like the script in a page's head, up to the reload. Resolves when the page may load again. */
export async function chooseLanguage(language: LanguageTag): Promise<void> {
  const works: Promise<unknown>[] = []
  window.dispatchEvent(new CustomEvent('languagechosen', { detail: { language, works } }))
  await Promise.all(works)
}
