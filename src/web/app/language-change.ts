import type { LanguageTag } from '../../domain/language.ts'
import { request } from '../api/request.ts'
import { findAccessToken } from '../api/session.ts'
import { keptFields } from '../shared/before-reload.ts'

/** How long another language waits for the server's answer. */
const longestTellMs = 5000

/** Tells a signed-in person's account their language, before the page loads again in it. */
export async function tellLanguage(language: LanguageTag): Promise<void> {
  const token = await findAccessToken()
  if (!token) return
  // Without an answer, the account learns the language when its session is next renewed.
  await request('PUT /api/language', {
    json: { language },
    token,
    signal: AbortSignal.timeout(longestTellMs),
  })
}

/**
 * Fills the fields of this page as they were before it loaded again, each when it appears, until the person does
 * something. What the person has typed since stays.
 */
export function restoreFields(): void {
  const kept = keptFields.find('')
  keptFields.drop('')
  if (kept?.path !== window.location.pathname) return
  const left = new Map(Object.entries(kept.values))
  const fill = () => {
    for (const { name, field, value, isTouched } of window.typedFields.list()) {
      const typed = left.get(name)
      if (typed === undefined) continue
      left.delete(name)
      if (typed !== value && !isTouched) fillIn(field, typed)
    }
  }
  const observer = new MutationObserver(fill)
  observer.observe(document.body, { childList: true, subtree: true })
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => observer.disconnect(), { capture: true, once: true })
  fill()
}

/** Fills a field like a person, so that React notices. */
function fillIn(field: HTMLElement, value: string | boolean): void {
  if (typeof value === 'boolean') {
    // A radio button is unticked by ticking another one.
    if (value || field.matches('[type=checkbox]')) field.click()
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
