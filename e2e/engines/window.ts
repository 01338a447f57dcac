/** How large a page is shown. */
export type Size = { width: number; height: number }
export const phone: Size = { width: 390, height: 844 }
export const desktop: Size = { width: 1280, height: 800 }

/**
 * One window of a browser with a session of its own: what any engine can be told, in the words of its protocol.
 * Elements are found anew for each thing that is done, for the page may have drawn itself again.
 */
export type EngineWindow = {
  goto(address: string): Promise<void>
  /** Clicks with the mouse. */
  click(query: Query): Promise<void>
  /** Types into a field over what is in it, key by key. */
  type(query: Query, text: string): Promise<void>
  /** Chooses the option of a select by its value. */
  select(query: Query, value: string): Promise<void>
  chooseFile(query: Query, path: string): Promise<void>
  has(query: Query): Promise<boolean>
  /**
   * Runs a function on an element, in the page. It takes and answers what JSON can say, and sees nothing of the module
   * that it stands in.
   */
  on<E extends Element, Args extends unknown[], T>(
    query: Query,
    work: (element: E, ...args: Args) => T,
    ...args: Args
  ): Promise<T>
  /** Runs a function in the page, in the same way. */
  run<Args extends unknown[], T>(work: (...args: Args) => T, ...args: Args): Promise<T>
  /** A PNG of what is seen. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** A browser engine that runs on this machine. */
export type Engine = {
  open(size: Size): Promise<EngineWindow>
  close(): Promise<void>
}

/** What a person looks for: something of a kind with a name, the whole of it unless `isPart`. */
export type Query = { kind: Kind; name: string; isPart?: boolean }
export type Kind = 'button' | 'link' | 'field' | 'file' | 'heading' | 'image'

/**
 * The element that a person would find, or null: shown, enabled, and in the dialog on top if there is one. A file field
 * may be invisible, as long as what is said about it is not.
 *
 * Runs in the page: it may use nothing from outside itself.
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
 * Before a click: makes what is clicked keep out of the focus, as Safari does on phones and Macs and WebKitGTK does
 * not. What can only be pressed never takes the focus by a click; it goes to what holds it and can have it, or to
 * nothing.
 *
 * Runs in the page: it may use nothing from outside itself.
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

/** Finds elements with `look`, and fails where there is none. */
export function finder<E>(look: (query: Query) => Promise<E | null>): (query: Query) => Promise<E> {
  return async (query) => {
    const element = await look(query)
    if (!element) throw new Error(`There is no ${query.kind} named ${query.name}`)
    return element
  }
}
