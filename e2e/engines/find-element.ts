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
