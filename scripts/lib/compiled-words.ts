// Compiles the catalogues of the pages during the build, so that browsers don't have to load the message parser and
// parse messages.
import { pathToFileURL } from 'node:url'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import type { Catalogue } from '../../src/words/language.ts'
import { readWritten } from '../../src/words/messages.ts'
import { hasOnlyNames } from '../../src/words/read-message.ts'

const catalogue = /[\\/]src[\\/]words[\\/]en[\\/]([\w-]+)\.ts$/
const reader = /[\\/]src[\\/]words[\\/]read-message\.ts$/

/** A Vite plugin that replaces the catalogues with compiled messages. */
export function compileWords(): Plugin {
  return {
    name: 'compiled-words',
    enforce: 'pre',
    async load(id) {
      if (reader.test(id)) return 'export const readMessage = (read) => read'
      const [, name] = catalogue.exec(id) ?? []
      if (!name) return null
      // The time makes each import a new module, so that changes take effect without a restart.
      const { default: words } = await import(`${pathToFileURL(id).href}?at=${Date.now()}`)
      return writeModule(name, readWritten(words))
    },
  }
}

/** The compiled module of a catalogue. It imports the code for plural forms only if a text needs it. */
export function writeModule(name: string, texts: Catalogue): string {
  const code = writeCode(texts)
  const imports = ['fill', 'choose'].filter((name) => code.includes(`${name}([`))
  return [
    ...['messages', ...imports].map((made) => `import { ${made} } from '../${made}.ts'`),
    `export default messages('${name}', ${code})`,
  ].join('\n')
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
  return `${hasOnlyNames(compiled) ? 'fill' : 'choose'}(${JSON.stringify(compiled)})`
}
