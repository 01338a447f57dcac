import { readLanguage } from './language.ts'

export type Values = Readonly<Record<string, string | number | Date>>

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/

/**
 * An address that begins and ends with a Latin letter or a digit keeps its order in every sentence. Mail clients that
 * make links of addresses would take a mark behind it for a part of it.
 */
const webAddress = /^https?:[\x21-\x7e]*[a-z\d]$/i

/**
 * A value between U+2068 and U+2069 if its direction may differ from its sentence, so that it can't reorder the
 * surrounding text (UAX #9, 2.4). A value with the direction of the sentence stays as it is, so that text copied from
 * an English page has no invisible characters.
 */
export function isolate<Value>(value: Value): Value | string {
  if (typeof value !== 'string' || webAddress.test(value)) return value
  return readLanguage().direction === 'rtl' || rightToLeft.test(value) ? `\u2068${value}\u2069` : value
}

/** A sentence for paper, where every character must be visible, and the drawing code handles directions itself. */
export function dropIsolates(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '')
}

/**
 * A function that fills the places of a message, `{name}`. It is enough for messages that only insert values; `choose`
 * handles counting and choosing.
 */
export function fill(message: string): (values: Values) => string {
  return (values) => message.replace(/{(\w+)}/g, (_, name) => String(isolate(values[name])))
}
