import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Catalogue, english, type Language, readLanguageFrom } from '../language.ts'
import { readWritten } from '../messages.ts'

const folder = fileURLToPath(new URL('../en/', import.meta.url))

export async function englishCatalogues(): Promise<Record<string, Catalogue>> {
  const names = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''))
  const modules = await Promise.all(names.map((name) => import(`../en/${name}.ts`)))
  return Object.fromEntries(names.map((name, index) => [name, readWritten(modules[index].default)]))
}

let before: (() => Language) | null = null

/** Switches every text to this language; to English, back to the language of the current request. */
export function speak(language: Language): void {
  if (language !== english) {
    const previous = readLanguageFrom(() => language)
    before ??= previous
  } else if (before) {
    readLanguageFrom(before)
    before = null
  }
}

/** An invented language: longer than English, right to left, with a mark at both ends of every text. */
export async function mirrored(): Promise<Language> {
  const catalogues = Object.entries(await englishCatalogues())
  return {
    tag: 'he',
    direction: 'rtl',
    locale: 'he',
    catalogues: Object.fromEntries(catalogues.map(([name, texts]) => [name, mirror(texts) as Catalogue])),
  }
}

function mirror(part: string | Catalogue): string | Catalogue {
  if (typeof part === 'string') return `⟪מילים ועוד ${part}⟫`
  if (Array.isArray(part)) return part.map(mirror)
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, mirror(value)]))
}
