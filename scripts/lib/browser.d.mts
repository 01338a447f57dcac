/** The path of a Chromium: CHROME_PATH, else the usual places; null when there is none. */
export function findBrowser(): string | null
