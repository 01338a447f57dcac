/** Written into the page as it is, and run before anything is painted. */
const setScheme = `document.documentElement.setAttribute('data-mantine-color-scheme',matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light')`

/**
 * Light or dark as the device says. There is nothing to choose, so nothing is looked up: the library's own script opens the browser's
 * storage first, which on a slow phone keeps the page from its first paint.
 */
export function SchemeOfTheDevice() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash.
  return <script data-mantine-script dangerouslySetInnerHTML={{ __html: setScheme }} />
}
