import { expect } from '@playwright/test'
import type { EngineWindow, Kind, Query } from './window.ts'

/** The timeout only ends hanging journeys: none may fail because the machine is busy. */
const polling = { timeout: 120_000, intervals: [50, 100, 200] }

export type Visitor = ReturnType<typeof visitorAt>

/** A person at a window: finds elements by kind and name, and waits until they are there. */
export function visitorAt(window: EngineWindow, origin: string) {
  /** Retries until it works: the element may not exist yet, or may be re-rendering. */
  const once = (work: () => Promise<void>) => expect(work).toPass(polling)
  /**
   * Retries until the condition holds. An element may re-render between finding and reading it: then it is searched
   * again.
   */
  const until = <T>(read: () => Promise<T>, what: string, isSo: (value: T) => boolean) =>
    once(async () => expect(isSo(await read()), what).toBe(true))
  const field = (name: string): Query => ({ kind: 'field', name })
  const textIn = (name: string) => window.on(field(name), (input: HTMLInputElement) => input.value)
  // The visible text as laid out: hidden text is excluded.
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
  const back = () => window.run(() => history.back())
  return {
    open: (path: string) => window.goto(new URL(path, origin).href),
    back,
    /** Opens another page, and goes back. After `meanwhile`, a page that the browser kept whole has to load again. */
    async leaveAndReturn(meanwhile: () => void) {
      await window.run(() => document.documentElement.setAttribute('data-left', ''))
      await window.goto(new URL('/about', origin).href)
      await window.run(meanwhile)
      await back()
      const isElsewhere = () =>
        window.run(() => location.pathname === '/about' || document.documentElement.hasAttribute('data-left'))
      await until(isElsewhere, 'the page is left', (elsewhere) => !elsewhere)
    },
    press: (name: string) => click({ kind: 'button', name }),
    follow: (name: string) => click({ kind: 'link', name }),
    /** Ticks a checkbox, found by a part of its label. */
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
    /** Sets a date like a phone's calendar: complete and at once. */
    pickDate: (name: string, date: string) => once(() => window.on(field(name), pickDate, date)),
    choose: (name: string, value: string) => once(() => window.select(field(name), value)),
    upload: (name: string, path: string) => once(() => window.chooseFile({ kind: 'file', name }, path)),
    /** The value of a field, once it has one. */
    async read(name: string): Promise<string> {
      await until(
        () => textIn(name),
        `${name} has a text`,
        (shown) => shown !== '',
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
    async reads(text: string) {
      await until(pageText, `the page says ${text}`, (shown) => shown.includes(text))
    },
    focused: () => window.run(() => document.activeElement?.textContent?.trim() ?? ''),
    pageText,
    run: window.run,
    screenshot: window.screenshot,
    close: window.close,
  }
}

/**
 * Scrolls an element to the middle of the page, waits until it stops moving, and returns the beginning of the covering
 * element's text, or null.
 *
 * Runs in the page, so it can't use anything from outside itself.
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
 * Records on the page whether the next press reaches this element, or its re-rendered replacement. A page that was left
 * has no record.
 *
 * Runs in the page, so it can't use anything from outside itself.
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

/** Runs in the page, so it can't use anything from outside itself. React tracks the value through the native setter. */
function pickDate(input: HTMLInputElement, date: string): void {
  input.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, date)
  for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }))
}
