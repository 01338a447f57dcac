import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './run.mjs'

let indexes

/** Installs packages as root on Debian; does nothing otherwise. Callers must check the result. */
export async function installFromDebian(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${names.join(' and ')} (apt-get install) ...`)
  indexes ??= runAptGet('update')
  await indexes
  await runAptGet('install', '-y', '--no-install-recommends', ...names)
}

/** Installs missing packages, and resolves to the names of packages that are still missing. */
export async function ensureFromDebian(listMissing) {
  const missing = listMissing()
  if (missing.length > 0) await installFromDebian(...missing)
  return listMissing()
}

/** The external programs with which the tests check records and sign lists, and their Debian packages. */
const publicTools = {
  pdfsig: 'poppler-utils',
  openssl: 'openssl',
  mutool: 'mupdf-tools',
  qpdf: 'qpdf',
  xmlsec1: 'xmlsec1',
}

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
