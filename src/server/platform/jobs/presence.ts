import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { makeSessionConfig } from '../database/session.ts'
import type { Logger } from '../logging/index.ts'

/** Any fixed number: the first half of the advisory lock that each living pool of workers holds. */
const presenceLock = 411_325_150

/** Far below what `sessionFor('presence')` allows, so that only a process that froze or vanished loses its locks. */
const beatMs = 5000

/** While the connection is broken. */
const retryMs = 500

/** A pool may have taken a job a moment before its lock stands. */
const doubtSeconds = 5

/** Within so long a pool has learned that a job is its own, or never will: the answer to its question was lost. */
const learnsWithinSeconds = 30

/**
 * Which pools of workers are alive, by one database lock for each, on one connection. A killed process loses its locks
 * at once, a frozen or disconnected one within 20 s; then a living process frees its jobs.
 */
export type Presence = {
  /** Announces a pool; its lock is taken again whenever the connection broke. */
  add(poolId: string): void
  /** The pool has ended: its unfinished jobs may be taken by other workers. */
  remove(poolId: string): void
  close(): Promise<void>
}

/**
 * Resolves once jobs that processes before us left behind are free. Throws when the database is not there.
 * @param workedOn the ids of the jobs that the pools of this process work on
 */
export async function announcePresence(
  connectionString: string,
  logger: Logger,
  workedOn: () => string[],
): Promise<Presence> {
  const pools = new Set<string>()
  const held = new Set<string>()
  const closing = new AbortController()
  let early = new AbortController()
  let client: pg.Client | null = null

  async function connect(): Promise<pg.Client> {
    if (client) return client
    const fresh = new pg.Client({
      ...makeSessionConfig('presence', connectionString, 'assent workers'),
      connectionTimeoutMillis: beatMs,
    })
    const forget = () => {
      if (client !== fresh) return
      client = null
      held.clear()
      if (!closing.signal.aborted) logger.warn({}, 'the presence connection of the job workers broke')
    }
    fresh.on('error', forget)
    fresh.on('end', forget)
    await fresh.connect()
    client = fresh
    return fresh
  }

  async function holdPools(isFirst: boolean): Promise<void> {
    const connection = await connect()
    for (const poolId of held) {
      if (pools.has(poolId)) continue
      await connection.query('SELECT pg_advisory_unlock($1, hashtext($2))', [presenceLock, poolId])
      held.delete(poolId)
    }
    for (const poolId of pools) {
      if (held.has(poolId)) continue
      await connection.query('SELECT pg_advisory_lock($1, hashtext($2))', [presenceLock, poolId])
      held.add(poolId)
    }
    const freed = await freeAbandonedJobs(connection, isFirst)
    if (freed > 0) logger.warn({ jobs: freed }, 'jobs that an ended process was working on are free again')
    const unlearned = await freeUnlearnedJobs(connection, [...pools], workedOn())
    if (unlearned > 0)
      logger.warn({ jobs: unlearned }, 'jobs whose taking was never learned of are free again')
  }

  await holdPools(true)
  const beating = (async () => {
    while (!closing.signal.aborted) {
      const signal = AbortSignal.any([closing.signal, early.signal])
      await wait(client ? beatMs : retryMs, undefined, { signal }).catch(() => {})
      early = new AbortController()
      if (closing.signal.aborted) return
      await holdPools(false).catch(async () => {
        const broken = client
        client = null
        held.clear()
        await broken?.end().catch(() => {})
      })
    }
  })()

  return {
    add(poolId) {
      pools.add(poolId)
      early.abort()
    },
    remove: (poolId) => pools.delete(poolId),
    async close() {
      closing.abort()
      await beating
      await client?.end().catch(() => {})
    },
  }
}

/** Its unfinished jobs may be taken by other workers, and the try that was cut off does not count. */
const freeJobs = `UPDATE graphile_worker._private_jobs
    SET locked_at = NULL, locked_by = NULL, attempts = greatest(attempts - 1, 0)`

/**
 * Frees the jobs of pools whose lock is not held, and does not count the attempt that was cut off. `isFirst`: frees all
 * of them at once if no other process is present. Answers how many.
 */
async function freeAbandonedJobs(client: pg.Client, isFirst: boolean): Promise<number> {
  const { rowCount } = await client.query(
    `
    WITH present AS (
      SELECT objid FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid = $1::integer::oid
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    )
    ${freeJobs}
    WHERE locked_by IS NOT NULL
      AND (locked_at < now() - make_interval(secs => $2) OR ($3 AND NOT EXISTS (SELECT FROM present)))
      AND NOT EXISTS (SELECT FROM present WHERE objid = (hashtext(locked_by)::bigint & 4294967295)::oid)`,
    [presenceLock, doubtSeconds, isFirst],
  )
  await freeQueues(client)
  return rowCount ?? 0
}

/** A queue is taken and freed together with its job: one whose job was freed above is open for the next. */
async function freeQueues(client: pg.Client): Promise<void> {
  await client.query(
    `UPDATE graphile_worker._private_job_queues queue SET locked_at = NULL, locked_by = NULL
     WHERE locked_at < now() - make_interval(secs => $1) AND NOT EXISTS (
       SELECT FROM graphile_worker._private_jobs job
       WHERE job.job_queue_id = queue.id AND job.locked_by = queue.locked_by)`,
    [doubtSeconds],
  )
}

/**
 * Frees jobs that are marked as taken by this process's pools without being worked on, as when the network was cut
 * between taking a job and the answer; does not count the attempt that never was. Answers how many.
 */
async function freeUnlearnedJobs(
  client: pg.Client,
  pools: readonly string[],
  workedOn: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `${freeJobs}
     WHERE locked_by = ANY ($1) AND locked_at < now() - make_interval(secs => $2) AND id <> ALL ($3::bigint[])`,
    [pools, learnsWithinSeconds, workedOn],
  )
  return rowCount ?? 0
}
