import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './run.mjs'

let indexes

/** Installs packages as root on a Debian, and does nothing elsewhere. Callers check that what they need is there. */
export async function installFromDebian(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${names.join(' and ')} (apt-get install) ...`)
  indexes ??= runAptGet('update')
  await indexes
  await runAptGet('install', '-y', '--no-install-recommends', ...names)
}

/** Installs the packages that are missing, and resolves to the names of those that are missing still. */
export async function ensureFromDebian(listMissing) {
  const missing = listMissing()
  if (missing.length > 0) await installFromDebian(...missing)
  return listMissing()
}

/** What the tests check records with, and the package that each comes from. */
const publicTools = { pdfsig: 'poppler-utils', openssl: 'openssl', mutool: 'mupdf-tools', qpdf: 'qpdf' }

export const ensurePublicTools = () =>
  ensureFromDebian(() =>
    Object.entries(publicTools)
      .filter(([command]) => spawnSync(command, ['--version'], { stdio: 'ignore' }).error)
      .map(([, name]) => name),
  )

function runAptGet(command, ...args) {
  return run('apt-get', [command, '-qq', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
