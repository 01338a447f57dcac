export type Size = { width: number; height: number }
export const phone: Size = { width: 390, height: 844 }
export const desktop: Size = { width: 1280, height: 800 }

/**
 * One browser window with its own session: the operations that every engine's protocol supports. Elements are found
 * again for each operation, because the page may have re-rendered.
 */
export type EngineWindow = {
  goto(address: string): Promise<void>
  click(query: Query): Promise<void>
  /** Replaces a field's value by typing, key by key. */
  type(query: Query, text: string): Promise<void>
  /** Chooses the option of a select by its value. */
  select(query: Query, value: string): Promise<void>
  chooseFile(query: Query, path: string): Promise<void>
  has(query: Query): Promise<boolean>
  /**
   * Runs a function on an element, in the page. Its arguments and result must be JSON values, and it can't use anything
   * from its module.
   */
  on<E extends Element, Args extends unknown[], T>(
    query: Query,
    work: (element: E, ...args: Args) => T,
    ...args: Args
  ): Promise<T>
  /** Runs a function in the page, in the same way. */
  run<Args extends unknown[], T>(work: (...args: Args) => T, ...args: Args): Promise<T>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export type Engine = {
  open(size: Size): Promise<EngineWindow>
  close(): Promise<void>
}

/** The search for an element by kind and name; the name must match completely unless `isPart`. */
export type Query = { kind: Kind; name: string; isPart?: boolean }
export type Kind = 'button' | 'link' | 'field' | 'file' | 'heading' | 'image'

/**
 * The element that a person would find, or null: visible, enabled, and in the topmost dialog if there is one. A file
 * field may be invisible if its label is visible.
 *
 * Runs in the page, so it can't use anything from outside itself.
 */
export function findElement(query: Query): Element | null {
  const selectors = {
    button: 'button, [role="button"]',
    link: 'a[href]',
    field: 'input:not([type="file"]), select, textarea',
    file: 'input[type="file"]',
    heading: 'h1, h2, h3',
    image: 'img, [role="img"]',
  }
  const squeeze = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const readTexts = (ids: string) => ids.split(' ').map((id) => document.getElementById(id)?.textContent)
  const computeName = (element: Element) => {
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : []
    const candidates = [
      readTexts(element.getAttribute('aria-labelledby') ?? '').join(' '),
      element.getAttribute('aria-label'),
      labels.map((label) => label.textContent).join(' '),
      element.getAttribute('alt'),
      element.textContent,
    ]
    return squeeze(candidates.find((candidate) => squeeze(candidate)))
  }
  const isShown = (element: Element) =>
    query.kind === 'file' || element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const isUsable = (element: Element) => !element.matches(':disabled, [data-disabled="true"]')
  const isMeant = (element: Element) =>
    query.isPart ? computeName(element).includes(query.name) : computeName(element) === query.name
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter((dialog) =>
    dialog.checkVisibility(),
  )
  const found = [...(dialogs.at(-1) ?? document).querySelectorAll(selectors[query.kind])]
  return found.find((element) => isShown(element) && isUsable(element) && isMeant(element)) ?? null
}

/**
 * Before a click: keeps the clicked element from taking the focus, as Safari does on phones and Macs and WebKitGTK does
 * not. There, a button, link, summary, checkbox or radio button never takes the focus by a click; the focus moves to
 * its closest focusable ancestor, or is lost.
 *
 * Runs in the page, so it can't use anything from outside itself.
 */
export function pressLikeSafari(element: Element): void {
  const pressed = element.closest('button, a[href], summary, input[type="checkbox"], input[type="radio"]')
  if (!pressed) return
  pressed.addEventListener(
    'mousedown',
    (event) => {
      event.preventDefault()
      const holder = pressed.parentElement?.closest<HTMLElement>('[tabindex]')
      if (holder) holder.focus({ preventScroll: true })
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    },
    { once: true, capture: true },
  )
}

/** Finds elements with `look`, and fails if there is none. */
export function finder<E>(look: (query: Query) => Promise<E | null>): (query: Query) => Promise<E> {
  return async (query) => {
    const element = await look(query)
    if (!element) throw new Error(`There is no ${query.kind} named ${query.name}`)
    return element
  }
}
