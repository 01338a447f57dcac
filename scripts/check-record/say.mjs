// Languages: English stands in the code; a text without a translation stays English
import process from 'node:process'
import { tags, words } from './words.mjs'

export const languages = ['en', ...tags]
let spoken = 'en'

/** Chooses the language of a run; an unknown one changes nothing. Returns whether it is known. */
export function speak(tag) {
  if (languages.includes(tag)) spoken = tag
  return languages.includes(tag)
}

/** The language of the environment's locale (POSIX.1-2017, 8.2), such as `de_DE.UTF-8`. */
const { LC_ALL, LC_MESSAGES, LANG } = process.env
speak(/^[a-z]+/.exec(LC_ALL || LC_MESSAGES || LANG || '')?.[0])

/** A text in the language of the run, with its places `{0}`, `{1}` filled. */
export function say(texts, ...values) {
  const english = texts.reduce((before, text, index) => `${before}{${index - 1}}${text}`)
  const text = words[english]?.[tags.indexOf(spoken)] ?? english
  return values.length === 0 ? text : text.replace(/\{(\d)\}/g, (_, place) => isolate(String(values[place])))
}

/** A value of the other direction reorders nothing around it (UAX #9, 3.1.2): no date either, in Arabic. */
const isolate = (value) =>
  spoken === 'ar' || /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(value) ? `\u2068${value}\u2069` : value

/** A reason to end the check, in the language of the run. */
export class Fault extends Error {}

/** Why the check ended. Node explains its own errors in English only, so other languages have their names. */
export const describeEnd = (error) =>
  error instanceof Fault || spoken === 'en'
    ? error.message
    : say`something is not as it is in a record, and can’t be read (${error.code ?? error.name})`
