// The pages' catalogues, compiled while they are built: a browser gets neither the parser of messages nor what it would
// parse.
import { pathToFileURL } from 'node:url'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import type { Catalogue } from '../../src/words/language.ts'
import { readWritten } from '../../src/words/messages.ts'
import { hasOnlyNames } from '../../src/words/read-message.ts'

const catalogue = /[\\/]src[\\/]words[\\/]en[\\/]([\w-]+)\.ts$/
const reader = /[\\/]src[\\/]words[\\/]read-message\.ts$/

/** A plugin of Vite. */
export function compileWords(): Plugin {
  return {
    name: 'compiled-words',
    enforce: 'pre',
    async load(id) {
      if (reader.test(id)) return 'export const readMessage = (read) => read'
      const [, name] = catalogue.exec(id) ?? []
      if (!name) return null
      // The time makes it a module of its own, or a saved change would not be seen before the next start.
      const { default: words } = await import(`${pathToFileURL(id).href}?at=${Date.now()}`)
      return writeModule(name, readWritten(words))
    },
  }
}

/** The module in place of a catalogue. Code that chooses between forms is included only where a text needs it. */
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
