import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

type Name = string | RegExp
type Text = { english: string; translated: string }

let texts: readonly Text[] = []

/**
 * From now on, journeys of this process find what they name in English by its text in this language, or by the English
 * one. Their pages must be in that language.
 */
export function findInLanguage(page: Page, tag: string): void {
  const isFirst = texts.length === 0
  texts = tag === 'en' ? [] : readTexts(tag)
  if (!isFirst) return
  for (const prototype of [Object.getPrototypeOf(page), Object.getPrototypeOf(page.locator('body'))]) {
    for (const method of ['getByLabel', 'getByText']) {
      const find = prototype[method]
      prototype[method] = function (name: Name, options?: { exact?: boolean }) {
        return find.call(this, inLanguage(name, options?.exact), options)
      }
    }
    const findByRole = prototype.getByRole
    prototype.getByRole = function (role: string, options?: { name?: Name; exact?: boolean }) {
      const name = options?.name && inLanguage(options.name, options.exact)
      return findByRole.call(this, role, name ? { ...options, name } : options)
    }
  }
}

/** A name or text that a journey has in English, as it is on the pages and in the mails. */
export function inLanguage<Given extends Name>(name: Given, isExact = false): Given | RegExp {
  const found = typeof name === 'string' ? findPatterns(name) : findMatches(name)
  if (found.length === 0) return name
  const own = typeof name === 'string' ? quote(name) : name.source
  const all = [...new Set([own, ...found])].join('|')
  return isExact ? new RegExp(`^(?:${all})$`) : new RegExp(all, 'i')
}

/** The texts that are a name, or else have it with something at their places, or else contain it. */
function findPatterns(name: string): string[] {
  const same = texts.filter(({ english }) => english === name)
  if (same.length > 0) return same.map(({ translated }) => toPattern(translated))
  const filled = texts.flatMap((text) => fillLike(text, name) ?? [])
  if (filled.length > 0) {
    // Of "{step} of {steps}" and "Step {step} of {steps}" the one with more of its own.
    const most = Math.max(...filled.map(({ fixed }) => fixed))
    return filled.filter(({ fixed }) => fixed === most).map(({ pattern }) => pattern)
  }
  return texts.filter(({ english }) => english.includes(name)).map(({ translated }) => toPattern(translated))
}

const findMatches = (name: RegExp) =>
  texts
    .filter(({ english }) => name.test(english.replaceAll(places, '1')))
    .map(({ translated }) => toPattern(translated))

/** A text with the values that an English name has at its places; null if it isn't the name's text. */
function fillLike({ english, translated }: Text, name: string): { fixed: number; pattern: string } | null {
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
function readTicked(tag: string): string[] {
  const [, last = ''] = readFileSync(`src/domain/verification/consent-texts/${tag}.ts`, 'utf8').split(
    'statements: {',
  )
  return [...(last.split('}')[0] ?? '').matchAll(/'(.+)'/g)].map(([, text = '']) => text)
}

function readTexts(tag: string): Text[] {
  const folder = `src/words/${tag}`
  const translated = readTicked(tag)
  const ticked = readTicked('en').map((english, index) => ({ english, translated: translated[index] ?? '' }))
  const subjects = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const subject: Record<string, Record<string, string>> = JSON.parse(
        readFileSync(`${folder}/${file}`, 'utf8'),
      )
      return Object.values(subject).map(({ en = '', [tag]: translated = '' }) => ({
        english: en,
        translated,
      }))
    })
  return [...subjects, ...ticked]
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
