/** The path of a Chromium: CHROME_PATH, else the usual places; null if none is found. */
export function findBrowser(): string | null
export const sandboxArguments: string[]
export const cameraArguments: string[]
