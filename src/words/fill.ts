import { readLanguage } from './language.ts'

/** The values of a message by name. */
export type Values = Readonly<Record<string, string | number | Date>>

/** A message that only names things: texts, and names in a list of their own, as `icu-minify` compiles them. */
export type Parts = readonly (string | readonly [name: string])[]

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/

/**
 * A value between U+2068 and U+2069 where it may run against its sentence, so that it cannot turn what stands around it
 * (UAX #9, 2.4). A value in the direction of the sentence stays as it is, so that text copied from an English page has
 * no invisible characters.
 */
export function isolate<Value>(value: Value): Value | string {
  if (typeof value !== 'string') return value
  return readLanguage().direction === 'rtl' || rightToLeft.test(value) ? `\u2068${value}\u2069` : value
}

/** A sentence for paper, where everything has to be seen, and the drawing itself keeps directions apart. */
export function dropIsolates(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '')
}

/**
 * A function that fills a message's places. What only names something needs no more than this; counting and choosing is
 * `choose`.
 */
export function fill(parts: Parts): (values: Values) => string {
  return (values) =>
    parts.map((part) => (typeof part === 'string' ? part : isolate(values[part[0]]))).join('')
}
