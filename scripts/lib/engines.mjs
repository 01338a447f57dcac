import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureFromDebian } from './debian.mjs'

/** The programs that the journeys in other engines need, with their possible names and Debian package. */
const needed = {
  webKitDriver: { names: ['WebKitWebDriver'], debian: 'webkit2gtk-driver' },
  firefox: { names: ['firefox-esr', 'firefox'], debian: 'firefox-esr' },
  screen: { names: ['Xvfb'], debian: 'xvfb' },
}

/** The path of each needed program; null if it is missing. */
export function findPrograms() {
  const folders = (process.env.PATH ?? '').split(':')
  const find = (names) =>
    names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ??
    null
  return Object.fromEntries(Object.entries(needed).map(([program, { names }]) => [program, find(names)]))
}

/** Installs missing programs as root on Debian. Resolves to the packages that are still missing. */
export const ensureEngines = () =>
  ensureFromDebian(() => {
    const found = findPrograms()
    return Object.entries(needed).flatMap(([program, { debian }]) => (found[program] ? [] : [debian]))
  })

/** Runs `work` with the name of a virtual X screen, for browsers that need one. Resolves to the result of `work`. */
export async function onOwnScreen(work) {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const server = spawn(findPrograms().screen, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const exited = once(server, 'exit')
  const stop = () => server.kill()
  process.once('exit', stop)
  try {
    // Xvfb writes its display number when it is ready.
    const [number] = await Promise.race([once(createInterface(server.stdio[3]), 'line'), exited])
    if (server.exitCode !== null) throw new Error('Xvfb did not start')
    return await work(`:${number}`)
  } finally {
    process.off('exit', stop)
    stop()
    await exited
  }
}
