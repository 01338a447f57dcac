import { existsSync } from 'node:fs'
import { installFromDebian } from './debian.mjs'

const usualPlaces = [
  // Chromium without windows needs a third less processor time for the same pages.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Arguments that Chromium needs to start: as root, it can't use its sandbox. */
export const sandboxArguments = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** The same, with a fake camera that every page may use. */
export const cameraArguments = [
  ...sandboxArguments,
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]

/** The path of a Chromium: CHROME_PATH, else the usual places; null if none is found. */
export function findBrowser() {
  const given = process.env.CHROME_PATH
  if (given) return existsSync(given) ? given : null
  return usualPlaces.find((path) => existsSync(path)) ?? null
}

/** Finds a Chromium or, as root on Debian, installs one. Resolves to its path, or to null. */
export async function findOrInstallBrowser() {
  if (findBrowser() || process.env.CHROME_PATH) return findBrowser()
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await installFromDebian(name)
    if (findBrowser()) break
  }
  return findBrowser()
}
