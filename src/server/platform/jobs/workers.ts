import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import {
  parseCronItems,
  type RunnerOptions,
  run,
  runOnce,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker'
import pg from 'pg'
import { sessionFor } from '../database/session.ts'
import { describeError } from '../logging/index.ts'
import type { Logger } from '../logging/logger.ts'
import type { JobHandlers, RecurringJob } from './jobs.ts'
import { keepRunning, type Runner } from './keep-running.ts'
import { announcePresence, type Presence } from './presence.ts'

export type WorkersOptions = {
  connectionString: string
  handlers: JobHandlers
  logger: Logger
  /** Jobs at the same time. */
  concurrency?: number
  /** Jobs that nobody enqueues: each falls due once per time that its pattern names, however many processes work. */
  recurring?: readonly RecurringJob[]
}

/**
 * Works off the queue until `stop`, which lets running jobs finish. A job whose handler throws is tried again after about e^attempts
 * seconds, 25 times at most. Jobs that a killed or frozen process was working on are free within 30 s, at once when no other process is alive.
 * When the database was away, the work goes on by itself.
 */
export async function startWorkers(options: WorkersOptions): Promise<{ stop(): Promise<void> }> {
  const { connectionString, handlers, logger } = options
  const concurrency = options.concurrency ?? 4
  const presence = await announcePresence(connectionString, logger)
  const pgPool = openPool(connectionString, { max: concurrency + 2, logger })
  const start = () =>
    runPresent(presence, {
      pgPool,
      concurrency,
      noHandleSignals: true,
      taskList: taskList(handlers, logger),
      parsedCronItems: parseCronItems(
        (options.recurring ?? []).map(({ task, cron }) => ({ task, match: cron, options: { jobKey: task } })),
      ),
      logger: workerLogger(logger),
    })
  const running = await keepRunning(start, logger)
  return {
    async stop() {
      await running.stop()
      await Promise.race([pgPool.end().catch(() => {}), wait(endsWithinMs, undefined, { ref: false })])
      await presence.close()
    },
  }
}

/**
 * In batches the library ends the pool when the database cannot be told the outcome of a job. By itself it would end the process, by a
 * rejection that nobody can handle.
 */
const endsByItself = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** A pool that ends because the database is away may wait for ever for what it can no longer do. */
const endsWithinMs = 3000

/** How long running jobs may take after we were asked to stop. */
const stopsWithinMs = 30_000

/** Runs a pool of workers that is announced for as long as it lives. */
async function runPresent(presence: Presence, options: RunnerOptions): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter()
  const poolIds: string[] = []
  events.on('pool:create', ({ workerPool }) => {
    poolIds.push(workerPool.id)
    presence.add(workerPool.id)
  })
  const ending = once(events, 'pool:gracefulShutdown')
  const runner = await run({ ...options, preset: endsByItself, events })
  const gone = () => poolIds.forEach(presence.remove)
  let isAsked = false
  const broke = ending.then(() => (isAsked ? runner.promise : wait(endsWithinMs, undefined, { ref: false })))
  const promise = Promise.race([runner.promise, broke])
  promise.then(gone, gone)
  return {
    promise,
    stop() {
      isAsked = true
      return Promise.race([runner.stop(), wait(stopsWithinMs, undefined, { ref: false })])
    },
  }
}

/** Runs the jobs that are due now, and those that they enqueue, then resolves. For tests and scripts. */
export async function runDueJobs(options: WorkersOptions): Promise<void> {
  const { connectionString, handlers, logger } = options
  const pgPool = openPool(connectionString, { max: 2, logger })
  try {
    await runOnce({
      pgPool,
      noHandleSignals: true,
      taskList: taskList(handlers, logger),
      parsedCronItems: [],
      logger: workerLogger(logger),
    })
  } finally {
    await pgPool.end()
  }
}

/** Connections of the queue's own. One that breaks, even while it is being closed, is replaced and does not end the process. */
function openPool(connectionString: string, { max, logger }: { max: number; logger: Logger }): pg.Pool {
  const pool = new pg.Pool({
    ...sessionFor('serving', connectionString, 'assent jobs'),
    max,
    connectionTimeoutMillis: 10_000,
  })
  const onError = (error: Error) =>
    logger.warn({ error: describeError(error) }, 'a connection of the job queue broke')
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

function taskList(handlers: JobHandlers, logger: Logger): TaskList {
  return Object.fromEntries(
    Object.entries(handlers).map(([task, handle]) => [
      task,
      async (payload: unknown, helpers: { job: { id: string; attempts: number } }) => {
        const fields = { task, jobId: helpers.job.id, attempt: helpers.job.attempts }
        try {
          await handle(isRecord(payload) ? payload : {}, { id: helpers.job.id })
          logger.debug(fields, 'job done')
        } catch (error) {
          logger.warn({ ...fields, error: describeError(error) }, 'job failed')
          // The queue stores the message of what is thrown; ours may quote an address, so it gets a bland one.
          throw new Error(`${task} failed`)
        }
      },
    ]),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The library's own messages carry job payloads at debug level only; those are dropped. */
function workerLogger(logger: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error') logger.error({ source: 'graphile-worker' }, message)
    if (level === 'warning') logger.warn({ source: 'graphile-worker' }, message)
  })
}
