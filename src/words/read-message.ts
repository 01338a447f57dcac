import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import { choose } from './choose.ts'
import { fill, type Values } from './fill.ts'

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
    const plain = writePlain(compiled)
    known = typeof compiled === 'string' ? compiled : plain === null ? choose(compiled) : fill(plain)
    read.set(text, known)
  }
  return known
}

/**
 * A compiled message as `fill` takes it; null if it counts, chooses or formats, or has a brace that begins no place.
 */
export function writePlain(compiled: CompiledMessage): string | null {
  const parts = [compiled].flat().map((part) => {
    if (typeof part === 'string') return part.includes('{') ? null : part
    return Array.isArray(part) && part.length === 1 ? `{${part[0]}}` : null
  })
  return parts.includes(null) ? null : parts.join('')
}
