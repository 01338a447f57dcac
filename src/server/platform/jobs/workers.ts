import { parseCronItems, run, runOnce, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import pg from 'pg'
import { describeError } from '../logging/index.ts'
import type { Logger } from '../logging/logger.ts'
import type { JobHandlers, RecurringJob } from './jobs.ts'

/** Any fixed number: processes with running workers share this advisory lock. */
const workersLock = 4_113_251_502

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
 * seconds, 25 times at most. Jobs that a killed process was working on are taken up at once when no other process is alive, and after four
 * hours otherwise.
 */
export async function startWorkers(options: WorkersOptions): Promise<{ stop(): Promise<void> }> {
  const { connectionString, handlers, logger } = options
  const concurrency = options.concurrency ?? 4
  const presence = await announcePresence(connectionString, logger)
  const pgPool = openPool(connectionString, { max: concurrency + 2, logger })
  const runner = await run({
    pgPool,
    concurrency,
    noHandleSignals: true,
    taskList: taskList(handlers, logger),
    parsedCronItems: parseCronItems(
      (options.recurring ?? []).map(({ task, cron }) => ({ task, match: cron, options: { jobKey: task } })),
    ),
    logger: workerLogger(logger),
  })
  runner.promise.catch(() => logger.error({}, 'the job workers stopped unexpectedly'))
  return {
    async stop() {
      await runner.stop().catch(() => {})
      await pgPool.end().catch(() => {})
      await presence.end().catch(() => {})
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
  const pool = new pg.Pool({ connectionString, max, keepAlive: true, application_name: 'assent jobs' })
  const onError = (error: Error) =>
    logger.warn({ error: describeError(error) }, 'a connection of the job queue broke')
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/**
 * Holds a shared lock for as long as this process works. Whoever could have had it alone knows that every job still marked as being worked
 * on was left behind by a process that died.
 */
async function announcePresence(connectionString: string, logger: Logger): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, keepAlive: true, application_name: 'assent workers' })
  client.on('error', () => logger.warn({}, 'the presence connection of the job workers broke'))
  await client.connect()
  const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [
    workersLock,
  ])
  if (rows[0]?.alone) {
    await client.query(`
      SELECT graphile_worker.force_unlock_workers(ARRAY(
        SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL
      ))`)
  }
  await client.query('SELECT pg_advisory_lock_shared($1)', [workersLock])
  if (rows[0]?.alone) await client.query('SELECT pg_advisory_unlock($1)', [workersLock])
  return client
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
