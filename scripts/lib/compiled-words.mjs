// The pages' catalogues, compiled while they are built: a browser gets neither the parser of messages nor what it would parse.
import { pathToFileURL } from 'node:url'
import compile from 'icu-minify/compile'
import { hasOnlyNames } from '../../src/words/read-message.ts'

const catalogue = /[\\/]src[\\/]words[\\/][a-z-]+[\\/][\w-]+\.ts$/
const reader = /[\\/]src[\\/]words[\\/]read-message\.ts$/

/** A plugin of Vite. */
export function compileWords() {
  return {
    name: 'compiled-words',
    enforce: 'pre',
    async load(id) {
      if (reader.test(id)) return 'export const readMessage = (read) => read'
      if (!catalogue.test(id)) return null
      // The time makes it a module of its own, or a saved change would not be seen before the next start.
      const { default: words } = await import(`${pathToFileURL(id).href}?at=${Date.now()}`)
      return writeModule(words)
    },
  }
}

/** The module that stands in for a catalogue. It brings what chooses only where something has to be chosen. */
export function writeModule(words) {
  const code = writeCode(words)
  const imports = ['fill', 'choose'].filter((name) => code.includes(`${name}([`))
  return [...imports.map((name) => `import { ${name} } from '../${name}.ts'`), `export default ${code}`].join(
    '\n',
  )
}

function writeCode(part) {
  if (typeof part === 'string') return compileMessage(part)
  if (Array.isArray(part)) return `[${part.map(writeCode).join(',')}]`
  return `{${Object.entries(part)
    .map(([key, value]) => `${JSON.stringify(key)}:${writeCode(value)}`)
    .join(',')}}`
}

function compileMessage(text) {
  const compiled = compile(text)
  if (typeof compiled === 'string') return JSON.stringify(compiled)
  return `${hasOnlyNames(compiled) ? 'fill' : 'choose'}(${JSON.stringify(compiled)})`
}
