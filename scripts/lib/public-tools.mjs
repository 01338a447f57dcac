import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** What the tests check records with, and the Debian package that each comes from. */
const packages = { pdfsig: 'poppler-utils', openssl: 'openssl', mutool: 'mupdf-tools', qpdf: 'qpdf' }

const isThere = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined

/** Installs them where they are missing, as root on Debian. Answers the names of those that are missing still. */
export function ensurePublicTools() {
  const missing = () => Object.keys(packages).filter((command) => !isThere(command))
  const wanted = missing()
  if (wanted.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return wanted
  const names = wanted.map((command) => packages[command])
  console.log(`Installing ${names.join(' and ')} (apt-get install) ...`)
  const options = {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options)
  return missing()
}
