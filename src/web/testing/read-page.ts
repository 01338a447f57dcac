import { expect, vi } from 'vitest'
import type { Locator } from 'vitest/browser'

/** The browser's real timer, even when a test uses fake timers. */
const { setTimeout } = window
const [everyMs, withinMs] = [20, 60_000]

/**
 * Waits until an expectation is met. Unlike `expect.poll` it doesn't advance fake timers: only work that is already due
 * runs.
 */
export async function eventually(expectation: () => void): Promise<void> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += everyMs) {
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0)
    try {
      expectation()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
  expectation()
}

/** Presses a button in a test with fake timers: a locator's `click()` would advance them while it waits. */
export async function press(button: Locator): Promise<void> {
  await eventually(() => expect(button.query()).not.toBeNull())
  const element = button.element() as HTMLElement
  element.focus()
  element.click()
}

/** Types into a field in a test with fake timers: a locator's `fill()` would advance them while it waits. */
export async function type(field: Locator, text: string): Promise<void> {
  await eventually(() => expect(field.query()).not.toBeNull())
  const element = field.element() as HTMLInputElement
  element.focus()
  // React notices a change only if the value is set past its own setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, text)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}

export function readLines(element: Element): string[] {
  const text = (element as HTMLElement).innerText
  return text.split('\n').flatMap((line) => line.replace(/\s+/g, ' ').trim() || [])
}

export function readPage(): string {
  return readLines(document.body).join(' ')
}

export function listOpenButtons(): string[] {
  return [...document.querySelectorAll('button')]
    .filter((button) => !button.disabled && button.getAttribute('aria-disabled') !== 'true')
    .flatMap((button) => readLines(button).join(' ') || [])
}

/** Waits until the page contains each of these texts. */
export async function expectText(...sentences: string[]) {
  for (const sentence of sentences) await eventually(() => expect(readPage()).toContain(sentence))
}

/** Expects that the page contains none of these texts; call it once a text of the same update has appeared. */
export function expectNoText(...sentences: string[]) {
  for (const sentence of sentences) expect(readPage()).not.toContain(sentence)
}
