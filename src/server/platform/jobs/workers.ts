import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import {
  parseCronItems,
  type RunnerOptions,
  run,
  runOnce,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker'
import pg from 'pg'
import { makeSessionConfig } from '../database/session.ts'
import { describeError, type Logger } from '../logging/index.ts'
import { waitAtMost } from '../waiting/index.ts'
import { freeAbandonedJobs, freeOverlongJobs, freePoolJobs, nameQueueConnections } from './abandoned.ts'
import type { Lane, RecurringJob } from './jobs.ts'
import { openPoolLocks } from './pool-locks.ts'
import { makeTaskList } from './task-list.ts'

export type WorkersOptions = {
  connectionString: string
  lanes: readonly Lane[]
  logger: Logger
  /** The name of this process's document key, which other processes can see while it works. */
  keyName?: string
  /** Each recurring job runs once per time that its pattern matches, in any number of processes. */
  recurring?: readonly RecurringJob[]
}

/**
 * Runs the jobs of the queue until `stop`, which lets running jobs finish. A failed job is retried after about e^tries
 * seconds, at most after its lane's longest pause, until it succeeds. Jobs held by a killed or frozen process become
 * free after their time limit, or at the next start when no other process works; the interrupted try doesn't count.
 * Work resumes after an outage of the database.
 */
export async function startWorkers(options: WorkersOptions): Promise<{ stop(): Promise<void> }> {
  const { connectionString, lanes, logger, keyName = '' } = options
  const pgPool = openQueuePool(connectionString, logger, {
    name: nameQueueConnections(keyName),
    max: countConnections(lanes.length),
  })
  const logFreed = async (jobs: Promise<number>) => {
    const freed = await jobs
    if (freed > 0) logger.warn({ jobs: freed }, 'jobs that an ended process was working on are free again')
  }
  await logFreed(freeAbandonedJobs(pgPool))
  const locks = await openPoolLocks(pgPool)
  const running: Pick<Runner, 'stop'>[] = []
  for (const lane of lanes) {
    const pools: string[] = []
    const start = async () => {
      await logFreed(freePoolJobs(pgPool, pools))
      return runLane(makeLaneOptions(lane, pgPool, options), (poolId) => {
        pools.push(poolId)
        locks.add(poolId)
      })
    }
    running.push(await keepRunning(start, logger))
  }
  // While the database is unavailable there is nothing to free.
  const freeing = setInterval(() => logFreed(freeOverlongJobs(pgPool, lanes)).catch(() => {}), freeIntervalMs)
  return {
    async stop() {
      clearInterval(freeing)
      await waitAtMost(stopTimeoutMs, Promise.allSettled(running.map((runner) => runner.stop())))
      locks.close()
      await waitAtMost(endTimeoutMs, pgPool.end())
    },
  }
}

const freeIntervalMs = 15_000

/** Fetching a job and recording its result are short statements; the work itself uses the connections for requests. */
const sharedConnections = 5

const lockingConnections = 1

/** The maximum number of connections for the workers: each lane listens on one, one has locks, the others are shared. */
export function countConnections(lanes: number): number {
  return lanes + lockingConnections + sharedConnections
}

/** Options for a lane's workers, which run only the tasks of that lane. */
function makeLaneOptions(
  lane: Lane,
  pgPool: pg.Pool,
  { logger, recurring = [] }: WorkersOptions,
): RunnerOptions {
  return {
    pgPool,
    concurrency: lane.concurrency,
    noHandleSignals: true,
    taskList: makeTaskList(lane, logger),
    parsedCronItems: parseCronItems(
      recurring
        .filter(({ job }) => job.name in lane.handlers)
        .map(({ job, cron }) => ({
          task: job.name,
          match: cron,
          // Keeps the time of a waiting job. Otherwise a clock ahead of the database's would postpone the job each
          // time.
          options: {
            jobKey: job.name,
            jobKeyMode: 'preserve_run_at',
            backfillPeriod: computeBackfillMs(cron),
            ...(job.queue && { queueName: job.queue }),
          },
        })),
    ),
    logger: makeWorkerLogger(logger),
  }
}

/**
 * How far back a start looks for a scheduled time at which no process worked, in ms: only hourly and daily jobs are
 * caught up.
 */
function computeBackfillMs(cron: string): number {
  const [minute = '', hour] = cron.split(' ')
  if (!/^\d+$/.test(minute)) return 0
  return (hour === '*' ? 1.5 : 25) * 60 * 60_000
}

/**
 * With batches the library ends the pool when a job's result can't be written to the database. Without batches it would
 * crash the process with an unhandled rejection.
 */
const immediateBatches = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** Time limit for ending a pool. Without the database it might wait forever for work that it can't finish. */
const endTimeoutMs = 3000

/** Time limit for stopping, for running jobs and for operations that wait for the database. */
const stopTimeoutMs = 30_000

/**
 * Runs a pool of workers. After an unexpected end its promise settles soon, even if the library waits forever for work
 * that it can't finish.
 */
async function runLane(options: RunnerOptions, noteId: (poolId: string) => void): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => noteId(workerPool.id))
  const ending = once(events, 'pool:gracefulShutdown')
  const runner = await run({ ...options, preset: immediateBatches, events })
  let isStopping = false
  const broke = ending.then(() =>
    isStopping ? runner.promise : wait(endTimeoutMs, undefined, { ref: false }),
  )
  return {
    promise: Promise.race([runner.promise, broke]),
    stop() {
      isStopping = true
      return runner.stop()
    },
  }
}

/**
 * Runs the due jobs and the jobs that they enqueue, then resolves.
 * @internal used by tests.
 */
export async function runDueJobs({ connectionString, lanes, logger }: WorkersOptions): Promise<void> {
  const queue = openDueJobs(connectionString, logger)
  try {
    await queue.run(lanes)
  } finally {
    await queue.close()
  }
}

/**
 * Runs due jobs repeatedly, over one connection that stays open until `close`.
 * @internal used by tests.
 */
export function openDueJobs(connectionString: string, logger: Logger) {
  // The library doesn't wait until the database has recorded how a job ended. With a single connection, its last query
  // for jobs runs after that write.
  const pgPool = openQueuePool(connectionString, logger, { name: 'assent due jobs', max: 1 })
  return {
    async run(lanes: readonly Lane[]): Promise<void> {
      await runOnce({
        pgPool,
        noHandleSignals: true,
        taskList: Object.assign({}, ...lanes.map((lane) => makeTaskList(lane, logger))),
        parsedCronItems: [],
        logger: makeWorkerLogger(logger),
      })
    },
    close: () => pgPool.end(),
  }
}

/**
 * Opens the queue's own connections. A connection that breaks, even while it is being closed, is replaced and doesn't
 * end the process.
 *
 * @internal tests free jobs through it.
 */
export function openQueuePool(
  connectionString: string,
  logger: Logger,
  { name, max }: { name: string; max: number },
): pg.Pool {
  const pool = new pg.Pool({
    ...makeSessionConfig('serving', connectionString, name),
    max,
    connectionTimeoutMillis: 10_000,
  })
  const onError = (error: Error) =>
    logger.warn({ error: describeError(error) }, 'a connection of the job queue broke')
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** The library's own messages contain job payloads only at debug level; those messages are dropped. */
function makeWorkerLogger(logger: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error') logger.error({ source: 'graphile-worker' }, message)
    if (level === 'warning') logger.warn({ source: 'graphile-worker' }, message)
  })
}

/** Works until it is stopped; `promise` settles when it has ended, for any reason. */
export type Runner = { promise: Promise<void>; stop(): Promise<void> }

const pausesMs = [250, 500, 1000, 2000] as const

/**
 * Restarts a runner that ended unexpectedly, such as after a long outage of the database, with back-off. Throws when
 * the first start fails.
 */
export async function keepRunning(
  start: () => Promise<Runner>,
  logger: Logger,
): Promise<Pick<Runner, 'stop'>> {
  const stopping = new AbortController()
  let runner = await start()

  async function startAgain(): Promise<void> {
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      const pauseMs = pausesMs[Math.min(attempt, pausesMs.length - 1)]
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        runner = await start()
        return
      } catch {
        // The next iteration retries.
      }
    }
  }

  const watching = (async () => {
    for (;;) {
      await runner.promise.catch(() => {})
      if (stopping.signal.aborted) return
      logger.warn({}, 'the job workers ended; they are started again')
      await startAgain()
      if (stopping.signal.aborted) await runner.stop().catch(() => {})
    }
  })()

  return {
    async stop() {
      stopping.abort()
      await runner.stop().catch(() => {})
      await watching
    },
  }
}
