import { existsSync } from 'node:fs'
import { installFromDebian } from './debian.mjs'

/** Chromium without windows. It needs a third to a half less processor time for the same pages. */
const withoutWindows = '/usr/bin/chromium-headless-shell'

const usualPlaces = [
  withoutWindows,
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

/**
 * Finds a Chromium. As root on Debian, installs the one without windows if it is missing, because it saves minutes, or
 * else the usual one. Resolves to its path, or to null.
 */
export async function findOrInstallBrowser() {
  if (process.env.CHROME_PATH) return findBrowser()
  if (!existsSync(withoutWindows)) await installFromDebian('chromium-headless-shell')
  if (!findBrowser()) await installFromDebian('chromium')
  return findBrowser()
}
