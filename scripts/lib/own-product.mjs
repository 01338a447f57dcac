import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pickFreePort } from './free-port.mjs'
import { giveUp, inProject, root } from './project.mjs'

/**
 * The product as `npm start` serves it, on a free port with a database and a folder of its own and without rate limits.
 * `work` is handed its address; afterwards, whatever happened, it is stopped and its folder removed.
 */
export async function onOwnProduct(work) {
  const port = await pickFreePort()
  const folder = join(tmpdir(), `assent-${randomUUID()}`)
  const server = spawn(process.execPath, [inProject('scripts/serve-for-e2e.mjs'), String(port), folder], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
  })
  const exited = once(server, 'exit')
  const stop = () => server.kill('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      server.once('exit', () => process.exit(1))
      stop()
    })
  }
  try {
    const origin = `http://localhost:${port}`
    while (!(await isReady(origin))) {
      if (server.exitCode !== null) giveUp('The product did not start.')
      await wait(100)
    }
    return await work(origin)
  } finally {
    stop()
    await exited
  }
}

const isReady = (origin) =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
