import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { findPrograms } from './engines.mjs'

/** Hands `work` the name of an invisible X screen, for browsers that need one. Resolves to the result of `work`. */
export async function onOwnScreen(work) {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const server = spawn(findPrograms().screen, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const exited = once(server, 'exit')
  const stop = () => server.kill()
  process.once('exit', stop)
  try {
    // It says its number when it is ready.
    const [number] = await Promise.race([once(createInterface(server.stdio[3]), 'line'), exited])
    if (server.exitCode !== null) throw new Error('Xvfb did not start')
    return await work(`:${number}`)
  } finally {
    process.off('exit', stop)
    stop()
    await exited
  }
}
