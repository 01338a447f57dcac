import { expect } from '@playwright/test'
import type { EngineWindow, Kind, Query } from './window.ts'

/** Longer than anything takes that a person would wait for. */
const patience = { timeout: 20_000, intervals: [50, 100, 200] }

export type Visitor = ReturnType<typeof visitorAt>

/** A person at a window: finds things by what they are and what they are called, and waits until they are there. */
export function visitorAt(window: EngineWindow, origin: string) {
  /** Until it can be done: what it needs may not be there yet, or be drawn again just now. */
  const once = (work: () => Promise<void>) => expect(work).toPass(patience)
  /** Until it is so. What was found may be drawn again before it was looked at: then it is looked for once more. */
  const until = <T>(read: () => Promise<T>, what: string, isSo: (value: T) => boolean) =>
    once(async () => expect(isSo(await read()), what).toBe(true))
  const field = (name: string): Query => ({ kind: 'field', name })
  const textIn = (name: string) => window.on(field(name), (input: HTMLInputElement) => input.value)
  // What can be seen, as it is laid out: texts that are hidden were not read.
  const pageText = () => window.run(() => document.body.innerText)
  const click = (query: Query) =>
    once(async () => {
      const cover = await window.on(query, findCover)
      if (cover !== null) throw new Error(`${query.kind} ${query.name} is covered by ${cover}`)
      await window.on(query, watchPress)
      await window.click(query)
      if (await window.run(() => document.documentElement.dataset['press'] === 'missed'))
        throw new Error(`${query.kind} ${query.name} moved away under the press`)
    })
  return {
    open: (path: string) => window.goto(new URL(path, origin).href),
    back: () => window.run(() => history.back()),
    press: (name: string) => click({ kind: 'button', name }),
    follow: (name: string) => click({ kind: 'link', name }),
    /** Ticks a checkbox, found by a part of what it says. */
    async tick(part: string) {
      const box: Query = { kind: 'field', name: part, isPart: true }
      await click(box)
      const isTicked = () => window.on(box, (input: HTMLInputElement) => input.checked)
      await until(isTicked, `${part} is ticked`, (ticked) => ticked)
    },
    async fill(name: string, text: string) {
      await once(() => window.type(field(name), text))
      await until(
        () => textIn(name),
        `${name} is ${text}`,
        (typed) => typed === text,
      )
    },
    /** Gives a date as the calendars of phones do: whole and at once. */
    pickDate: (name: string, date: string) => once(() => window.on(field(name), pickDate, date)),
    choose: (name: string, value: string) => once(() => window.select(field(name), value)),
    upload: (name: string, path: string) => once(() => window.chooseFile({ kind: 'file', name }, path)),
    /** The text of a field, once it has some. */
    async read(name: string): Promise<string> {
      await until(
        () => textIn(name),
        `${name} has a text`,
        (said) => said !== '',
      )
      return textIn(name)
    },
    async sees(kind: Kind, name: string) {
      await until(
        () => window.has({ kind, name }),
        `${kind} ${name} is there`,
        (isThere) => isThere,
      )
    },
    async seesNo(kind: Kind, name: string) {
      await until(
        () => window.has({ kind, name }),
        `${kind} ${name} is gone`,
        (isThere) => !isThere,
      )
    },
    /** Waits until the page says this. */
    async reads(text: string) {
      await until(pageText, `the page says ${text}`, (said) => said.includes(text))
    },
    /** What the thing that has the focus says. */
    focused: () => window.run(() => document.activeElement?.textContent?.trim() ?? ''),
    pageText,
    run: window.run,
    screenshot: window.screenshot,
    close: window.close,
  }
}

/**
 * Brings an element to the middle of the page, waits until it stands still, and answers the beginning of what lies over
 * it, or null.
 *
 * Runs in the page: it may use nothing from outside itself.
 */
async function findCover(element: Element): Promise<string | null> {
  const place = () => JSON.stringify(element.getBoundingClientRect())
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  for (let before = ''; before !== place(); ) {
    before = place()
    await new Promise(requestAnimationFrame)
  }
  const { left, top, width, height } = element.getBoundingClientRect()
  const seen = document.elementFromPoint(left + width / 2, top + height / 2)
  return seen && element.contains(seen) ? null : (seen?.outerHTML.slice(0, 200) ?? 'nothing')
}

/**
 * Notes on the page whether the next press arrives at this element, or at what was drawn in its place. A page that is
 * left has no note.
 *
 * Runs in the page: it may use nothing from outside itself.
 */
function watchPress(element: Element): void {
  const { dataset } = document.documentElement
  dataset['press'] = 'missed'
  const onClick = ({ target }: Event) => {
    const pressed = (target as Element).closest(element.tagName)
    if (pressed === element || pressed?.textContent === element.textContent) delete dataset['press']
  }
  addEventListener('click', onClick, { capture: true, once: true })
}

/** Runs in the page: it may use nothing from outside itself. React listens to the value as the browser sets it. */
function pickDate(input: HTMLInputElement, date: string): void {
  input.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, date)
  for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }))
}
