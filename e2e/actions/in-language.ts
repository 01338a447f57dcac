import { readdirSync, readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'

type Name = string | RegExp
type Text = { english: string; translated: string }
/** A page, or another object with the API client of its browser context. */
type Reader = Pick<Page, 'request'>

/** The texts of each browser context that isn't English. */
const textsOf = new WeakMap<Reader['request'], readonly Text[]>()
let isReady = false

/**
 * From now on, journeys find what they name in English by its text in this language, or by the English one, on all pages
 * of this page's browser context. These must be in that language.
 */
export function findInLanguage(page: Page, tag: string): void {
  textsOf.set(page.request, tag === 'en' ? [] : [...readTexts(tag), ...readTicked(tag)])
  if (isReady) return
  isReady = true
  const readerOf = (place: Page | Locator) => ('page' in place ? place.page() : place)
  for (const prototype of [Object.getPrototypeOf(page), Object.getPrototypeOf(page.locator('body'))]) {
    for (const method of ['getByLabel', 'getByText']) {
      const find = prototype[method]
      prototype[method] = function (name: Name, options?: { exact?: boolean }) {
        return find.call(this, inLanguage(readerOf(this), name, options?.exact), options)
      }
    }
    const findByRole = prototype.getByRole
    prototype.getByRole = function (role: string, options?: { name?: Name; exact?: boolean }) {
      const name = options?.name && inLanguage(readerOf(this), options.name, options.exact)
      return findByRole.call(this, role, name ? { ...options, name } : options)
    }
  }
}

/** A name or text that a journey has in English, as it is on the reader's pages and in their mails. */
export function inLanguage<Given extends Name>(reader: Reader, name: Given, isExact = false): Given | RegExp {
  const texts = textsOf.get(reader.request) ?? []
  const found = typeof name === 'string' ? findPatterns(texts, name) : findMatches(texts, name)
  if (found.length === 0) return name
  const own = typeof name === 'string' ? quote(name) : name.source
  const all = [...new Set([own, ...found])].join('|')
  return isExact ? new RegExp(`^(?:${all})$`) : new RegExp(all, 'i')
}

/** The texts that are a name, or else have it with something at their places, or else contain it. */
function findPatterns(texts: readonly Text[], name: string): string[] {
  const same = texts.filter(({ english }) => english === name)
  if (same.length > 0) return same.map(({ translated }) => toPattern(translated))
  const filled = texts.flatMap((text) => fillLike(texts, text, name) ?? [])
  if (filled.length > 0) {
    // Of "{step} of {steps}" and "Step {step} of {steps}" the one with more of its own.
    const most = Math.max(...filled.map(({ fixed }) => fixed))
    return filled.filter(({ fixed }) => fixed === most).map(({ pattern }) => pattern)
  }
  return texts.filter(({ english }) => english.includes(name)).map(({ translated }) => toPattern(translated))
}

function findMatches(texts: readonly Text[], name: RegExp): string[] {
  const [start, end] = [name.source.startsWith('^') ? '^' : '', name.source.endsWith('$') ? '$' : '']
  return texts
    .filter(({ english }) => name.test(english.replaceAll(places, '1')))
    .map(({ translated }) => start + toPattern(translated) + end)
}

/** A text with the values that an English name has at its places; null if it isn't the name's text. */
function fillLike(
  texts: readonly Text[],
  { english, translated }: Text,
  name: string,
): { fixed: number; pattern: string } | null {
  const marks = english.match(places) ?? []
  const fixed = english.replaceAll(places, '')
  if (marks.length === 0 || !/[a-z]{2}/i.test(fixed)) return null
  const pattern = english.split(places).map(quote).join('(.+)')
  const values = new RegExp(`^${pattern}$`).exec(name)?.slice(1)
  if (!values) return null
  const given = new Map(marks.map((mark, index) => [mark, values[index] ?? '']))
  const fill = (mark: string) => {
    const value = given.get(mark)
    if (value === undefined) return '.*'
    const same = texts.filter(({ english }) => english === value)
    // On a page from right to left, marks isolate the value.
    return `[\u2066-\u2069]*(?:${[quote(value), ...same.map(({ translated }) => toPattern(translated))].join('|')})[\u2066-\u2069]*`
  }
  return { fixed: fixed.length, pattern: toPattern(translated, fill) }
}

/** The sentences of the consent text that are ticked, in their order. */
function readTicked(tag: string): Text[] {
  const [english = [], translated = []] = ['en', tag].map((each) => {
    const text = readFileSync(`src/domain/verification/consent-texts/${each}.ts`, 'utf8')
    return (
      text
        .split('statements: {')[1]
        ?.split('}')[0]
        ?.match(/(?<=').+(?=')/g) ?? []
    )
  })
  return english.map((text, index) => ({ english: text, translated: translated[index] ?? '' }))
}

/** The texts of the pages and mails in a language, by its catalogues. */
export function readTexts(tag: string): Text[] {
  const folder = `src/words/${tag}`
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')))
    .flatMap((subject: Record<string, Record<string, string>>) => Object.values(subject))
    .map(({ en = '', [tag]: translated = '' }) => ({ english: en, translated }))
}

/** What differs each time: a place, with its forms of counting, or the tag of a part. */
const places = /\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|<\/?\w+>/g
const quote = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Playwright removes soft hyphens, and compares every space as one. */
function toPattern(text: string, fill: (mark: string) => string = () => '.*'): string {
  const shown = text.replaceAll('\u00AD', '')
  const marks = shown.match(places) ?? []
  return shown
    .split(places)
    .map(
      (part, index) =>
        quote(part).replaceAll(/\s+/g, String.raw`\s+`) +
        (index < marks.length ? fill(marks[index] ?? '') : ''),
    )
    .join('')
}
