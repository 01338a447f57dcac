import compile from 'icu-minify/compile'
import { choose } from './choose.ts'
import { fill, type Parts, type Values } from './fill.ts'

type Read = string | ((values: Values) => string)

const read = new Map<string, Read>()

/**
 * Compiles a text of a catalogue: to a string without placeholders, otherwise to a function. Throws on invalid ICU
 * MessageFormat.
 */
export function readMessage(text: string): Read {
  let known = read.get(text)
  if (known === undefined) {
    const compiled = compile(text)
    known =
      typeof compiled === 'string' ? compiled : hasOnlyNames(compiled) ? fill(compiled) : choose(compiled)
    read.set(text, known)
  }
  return known
}

/** Whether a compiled message has only plain placeholders, without counting, choosing or formatting. */
export function hasOnlyNames(compiled: readonly unknown[]): compiled is Parts {
  return compiled.every((part) => typeof part === 'string' || (Array.isArray(part) && part.length === 1))
}
