import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { productName } from '../domain/product.ts'
import { findConnectionShortage } from './platform/database/index.ts'
import { createLogger, describeError, type Logger } from './platform/logging/index.ts'
import { StartupError } from './platform/startup-error.ts'
import { waitAtMost } from './platform/waiting/index.ts'

/** Functions that stop the started parts, to be called in reverse order. */
export type ShutdownSteps = (() => Promise<void>)[]

export type Serving = { publicUrl: string; port: number; logger: Logger }

/** How long a start may continue after a stop signal; an unresponsive database could block it forever. */
const startTimeoutMs = 15_000

/** How long each part of an aborted start may take to stop: it may wait for the same database. */
const stopTimeoutMs = 3000

/**
 * Starts the server and stops its parts when a signal arrives, the parent process exits, a part fails or an error is
 * uncaught. Resolves to the exit code: 0 after a requested and successful stop. A start that is told to stop may
 * continue for 15 s, then it is aborted, and each part that it started gets at most 3 s to stop.
 */
export async function serveUntilStopped(
  start: (stops: ShutdownSteps, fail: (reason: string) => void) => Promise<Serving>,
  timeoutMs = startTimeoutMs,
): Promise<number> {
  // A closed terminal, or a reader of stderr that has exited, must not prevent a clean stop.
  process.stderr.on('error', () => {})
  let exitCode = 0
  let isAborted = false
  const stops: ShutdownSteps = []
  let log: Logger | null = null
  const end = Promise.withResolvers<void>()
  const endFailed = (reason: string, error?: unknown) => {
    exitCode = 1
    const fields = error === undefined ? {} : { error: describeError(error) }
    ;(log ?? createLogger('error')).error(fields, reason)
    end.resolve()
  }
  // From the start, so that an early signal doesn't leave the database running.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end.resolve())
  process.on('disconnect', () => end.resolve())
  process.on('uncaughtException', (error) => endFailed('an exception reached the top', error))
  process.on('unhandledRejection', (error) => endFailed('a rejection reached the top', error))

  try {
    const aborted = end.promise.then(async () => {
      await wait(timeoutMs, undefined, { ref: false })
      isAborted = true
      throw new StartupError(
        'The start did not come to its end after it was told to stop, and was broken off.',
      )
    })
    const { publicUrl, port, logger } = await Promise.race([start(stops, endFailed), aborted])
    log = logger
    logger.info({ url: publicUrl, port }, 'serving')
    killWhenHung()
    process.send?.({ ready: `${productName} is ready at ${publicUrl}` })
    await end.promise
    logger.info({}, 'stopping')
  } catch (error) {
    exitCode = reportStartError(error)
  }
  for (const stop of stops.reverse()) {
    const stopped = stop().catch((error: unknown) => endFailed('stopping failed', error))
    await (isAborted ? waitAtMost(stopTimeoutMs, stopped) : stopped)
  }
  return exitCode
}

/**
 * Starts a thread that kills the process when its event loop has been blocked for `seconds`, so that its supervisor can
 * restart it (RUN-33). The thread counts the seconds it runs itself: a process that was suspended as a whole isn't
 * killed.
 */
export function killWhenHung(seconds = 30): void {
  const turns = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(turns, 0, 1), 1000).unref()
  const program = `
    const { turns, seconds } = require('node:worker_threads').workerData
    let [seen, still] = [-1, 0]
    setInterval(() => {
      const now = Atomics.load(turns, 0)
      still = now === seen ? still + 1 : 0
      seen = now
      if (still < seconds) return
      require('node:fs').write(2, 'The server has not answered for ' + seconds + ' s and is ended.\\n', () => {})
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100)
    }, 1000)`
  new Worker(program, { eval: true, execArgv: [], workerData: { turns, seconds } }).unref()
}

/** Writes the reason in one sentence or, for a bug, in a log line with a stack. Returns the exit code. */
function reportStartError(error: unknown): number {
  const sentence = error instanceof StartupError ? error.message : findConnectionShortage(error)
  if (sentence) process.stderr.write(`${sentence}\n`)
  else {
    createLogger('error').error({ error: describeError(error) }, 'the server could not start')
    process.stderr.write('The server could not start; the line above says where it failed.\n')
  }
  return 1
}
