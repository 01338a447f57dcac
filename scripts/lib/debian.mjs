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

function runAptGet(command, ...args) {
  return run('apt-get', [command, '-qq', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
