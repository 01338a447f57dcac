import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

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

/** Installs what is missing, as root on Debian. Answers the packages that are missing still. */
export function ensureEngines() {
  const missing = () => {
    const found = findPrograms()
    return Object.entries(needed).flatMap(([program, { debian }]) => (found[program] ? [] : [debian]))
  }
  const wanted = missing()
  if (wanted.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return wanted
  console.log(`Installing ${wanted.join(', ')} (apt-get install) ...`)
  const options = {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...wanted], options)
  return missing()
}
