import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installFromDebian } from './debian.mjs'

/** What the journeys in other engines need, by the names that it goes by, and the Debian package that it comes from. */
const needed = {
  webKitDriver: { names: ['WebKitWebDriver'], debian: 'webkit2gtk-driver' },
  firefox: { names: ['firefox-esr', 'firefox'], debian: 'firefox-esr' },
  screen: { names: ['Xvfb'], debian: 'xvfb' },
}

/** The path of each program that is needed, null for what is missing. */
export function findPrograms() {
  const folders = (process.env.PATH ?? '').split(':')
  const find = (names) =>
    names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ??
    null
  return Object.fromEntries(Object.entries(needed).map(([program, { names }]) => [program, find(names)]))
}

/** Installs what is missing, as root on Debian. Resolves to the packages that are still missing. */
export async function ensureEngines() {
  const missing = () => {
    const found = findPrograms()
    return Object.entries(needed).flatMap(([program, { debian }]) => (found[program] ? [] : [debian]))
  }
  const wanted = missing()
  if (wanted.length > 0) await installFromDebian(...wanted)
  return missing()
}
