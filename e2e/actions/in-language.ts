import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

type Name = string | RegExp
type Texts = readonly { english: string; translated: string }[]

let texts: Texts = []

/**
 * From now on, journeys of this process find what they name in English by its text in this language, or by the English
 * one. Their pages must be in that language.
 */
export function findInLanguage(page: Page, tag: string): void {
  texts = tag === 'en' ? [] : readTexts(tag)
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
  const found =
    typeof name === 'string' ? findTexts(name) : texts.filter(({ english }) => name.test(fill(english)))
  if (found.length === 0) return name
  const own = typeof name === 'string' ? quote(name) : name.source
  const all = [own, ...new Set(found.map(({ translated }) => toPattern(translated)))]
  return isExact ? new RegExp(`^(?:${all.join('|')})$`) : new RegExp(all.join('|'), 'i')
}

/** The texts that are a name, or else have it at their places, or else contain it. */
function findTexts(name: string): Texts {
  const kinds = [
    ({ english }: Texts[number]) => english === name,
    ({ english }: Texts[number]) =>
      new RegExp(`^${toPattern(english)}$`).test(name) && /[a-z]{2}/i.test(fill(english, '')),
    ({ english }: Texts[number]) => english.includes(name),
  ]
  return kinds.map((isSuch) => texts.filter(isSuch)).find(({ length }) => length > 0) ?? []
}

function readTexts(tag: string): Texts {
  const folder = `src/words/${tag}`
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) =>
      Object.values<Record<string, string>>(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))),
    )
    .map(({ en = '', [tag]: translated = '' }) => ({ english: en, translated }))
}

const place = /\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|<\/?\w+>/
const fill = (text: string, value = 'X1') => text.replaceAll(new RegExp(place, 'g'), value)
const quote = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** A text with anything at its places. Playwright removes soft hyphens, and compares every space as one. */
const toPattern = (text: string) =>
  text
    .replaceAll('\u00AD', '')
    .split(place)
    .map((part) => quote(part).replaceAll(/\s+/g, String.raw`\s+`))
    .join('.*')
