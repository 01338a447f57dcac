import { expect, vi } from 'vitest'
import type { Locator } from 'vitest/browser'

/** That of the browser, also where a test moves the clock by hand. */
const { setTimeout } = window
const [everyMs, withinMs] = [20, 60_000]

/**
 * Waits until an expectation is met. Unlike `expect.poll` it does not move a clock that a test moves by hand: only what
 * is due now is done.
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

/** Presses a button where a test moves the clock by hand: `click()` of a locator would move it while it waits. */
export async function press(button: Locator): Promise<void> {
  await eventually(() => expect(button.query()).not.toBeNull())
  const element = button.element() as HTMLElement
  element.focus()
  element.click()
}

/** The visible text of an element, line by line. */
export function readLines(element: Element): string[] {
  const text = (element as HTMLElement).innerText
  return text.split('\n').flatMap((line) => line.replace(/\s+/g, ' ').trim() || [])
}

/** The text of the page with its toasts. */
export function readPage(): string {
  return readLines(document.body).join(' ')
}

/** The words of the buttons that can be pressed. */
export function listOpenButtons(): string[] {
  return [...document.querySelectorAll('button')]
    .filter((button) => !button.disabled && button.getAttribute('aria-disabled') !== 'true')
    .flatMap((button) => readLines(button).join(' ') || [])
}

/** Waits until the page says each of these. */
export async function expectSaid(...sentences: string[]) {
  for (const sentence of sentences) await eventually(() => expect(readPage()).toContain(sentence))
}

/** Once the page says something else that comes with it, it does not say these. */
export function expectUnsaid(...sentences: string[]) {
  for (const sentence of sentences) expect(readPage()).not.toContain(sentence)
}
