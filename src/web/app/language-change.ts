import type { LanguageTag } from '../../domain/language.ts'
import { request } from '../api/request.ts'
import { findAccessToken } from '../api/session.ts'
import { keptFields } from '../shared/before-reload.ts'

/** How long another language waits for the server's answer. */
const longestTellMs = 5000

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Everything that must not be lost when the page loads again in another language. */
export async function prepareChange(language: LanguageTag): Promise<void> {
  keepFields()
  const token = await findAccessToken()
  if (!token) return
  // Without an answer, the account learns the language when its session is next renewed.
  await request('PUT /api/language', {
    json: { language },
    token,
    signal: AbortSignal.timeout(longestTellMs),
  })
}

/** Keeps what was typed, ticked and selected on this page over one reload. */
function keepFields(): void {
  const values = listFields().map(([name, field]) => [name, readValue(field)])
  keptFields.keep('', { path: window.location.pathname, values: Object.fromEntries(values) })
}

/**
 * Fills the fields of this page as they were before it loaded again, each when it appears, until the person does
 * something.
 */
export function restoreFields(): void {
  const kept = keptFields.find('')
  keptFields.drop('')
  if (kept?.path !== window.location.pathname) return
  const left = new Map(Object.entries(kept.values))
  const fill = () => {
    for (const [name, field] of listFields()) {
      const value = left.get(name)
      if (value === undefined) continue
      left.delete(name)
      if (value !== readValue(field)) fillIn(field, value)
    }
  }
  const observer = new MutationObserver(fill)
  observer.observe(document.body, { childList: true, subtree: true })
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => observer.disconnect(), { capture: true, once: true })
  fill()
}

/**
 * The fields of the page by a name that is the same in every language. Not passwords and files, which are never stored,
 * and not the parts that keep their fields themselves.
 */
function listFields(): [name: string, field: Field][] {
  const counts = new Map<string, number>()
  return [...document.querySelectorAll<Field>('main :is(input, select, textarea)')]
    .filter((field) => !isSecret(field) && !field.closest('[data-keeps-fields]') && field.type !== 'file')
    .map((field) => {
      const known = [field.type, field.autocomplete, field.dataset['path']].join()
      const count = counts.get(known) ?? 0
      counts.set(known, count + 1)
      return [`${known},${count}`, field]
    })
}

/** A password too that is shown as text. */
const isSecret = (field: Field) => field.type === 'password' || field.autocomplete.includes('password')

const isTicked = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio'

const readValue = (field: Field) => (isTicked(field) ? field.checked : field.value)

/** Fills a field like a person, so that React notices. */
function fillIn(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    // A radio button is unticked by ticking another one.
    if (field.type === 'checkbox' || value) field.click()
    return
  }
  const tell = () =>
    field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
  // React first makes this part of the page work, if it didn't yet.
  tell()
  // A component sets the value of its own field; the prototype's setter is the browser's.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  tell()
}
