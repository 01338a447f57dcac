// Compiles the catalogues of the pages during the build, in one language: browsers get texts and no message parser.
import { pathToFileURL } from 'node:url'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { type LanguageTag, languages } from '../../src/domain/language.ts'
import { readTranslations } from '../../src/server/platform/language/read-translations.ts'
import type { Catalogue } from '../../src/words/language.ts'
import { readWritten } from '../../src/words/messages.ts'
import { writePlain } from '../../src/words/read-message.ts'
import { translate } from '../../src/words/translations.ts'

const catalogue = /[\\/]src[\\/]words[\\/]en[\\/]([\w-]+)\.ts$/
const spoken = /[\\/]src[\\/]words[\\/]language\.ts$/

/** A Vite plugin that replaces the catalogues with compiled messages of a language. */
export function compileWords(tag: LanguageTag): Plugin {
  const translations = readTranslations(tag)
  return {
    name: 'compiled-words',
    enforce: 'pre',
    config: () => ({ define: { 'import.meta.env.IN_ENGLISH': String(tag === 'en') } }),
    async load(id) {
      if (tag !== 'en' && spoken.test(id)) return writeLanguage(tag)
      const [, name] = catalogue.exec(id) ?? []
      if (!name) return null
      // The time makes each import a new module, so that changes take effect without a restart.
      const { default: words } = await import(`${pathToFileURL(id).href}?at=${Date.now()}`)
      return writeModule(translate(readWritten(words), translations[name] ?? {}))
    },
  }
}

/** The module of the language: a build has one, and English is written in the source. */
function writeLanguage(tag: LanguageTag): string {
  const { direction, locale } = languages[tag]
  return `const built = ${JSON.stringify({ tag, direction, locale })}\nexport const readLanguage = () => built`
}

/** The compiled module of a catalogue. It imports the code for plural forms only if a text needs it. */
export function writeModule(texts: Catalogue): string {
  const code = writeCode(texts)
  const imports = ['fill', 'choose'].filter((name) => new RegExp(`\\b${name}\\([["]`).test(code))
  return [...imports.map((made) => `import { ${made} } from '../${made}.ts'`), `export default ${code}`].join(
    '\n',
  )
}

function writeCode(part: unknown): string {
  if (typeof part === 'string') return compileMessage(part)
  if (Array.isArray(part)) return `[${part.map(writeCode).join(',')}]`
  return `{${Object.entries(part as object)
    .map(([key, value]) => `${JSON.stringify(key)}:${writeCode(value)}`)
    .join(',')}}`
}

function compileMessage(text: string): string {
  const compiled = compile(text)
  if (typeof compiled === 'string') return JSON.stringify(compiled)
  const plain = writePlain(compiled)
  return plain === null ? `choose(${JSON.stringify(compiled)})` : `fill(${JSON.stringify(plain)})`
}
