import { execFile } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import type { ClockState } from '../../../domain/record/record.ts'
import { type Queryable, readMigratedAt, sql } from '../database/index.ts'
import type { Logger } from '../logging/index.ts'
import { StartupError } from '../startup-error.ts'

export const dayMs = 24 * 60 * 60 * 1000

/** The only source of the current time. Tests pass a clock that they move by hand. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Reports whether the clock of this machine is synchronised. */
export type TimeSource = {
  /** The operating system's answer, at most a minute old; `unknown` when no program can tell. Never rejects. */
  getState(): Promise<ClockState>
}

const freshMs = 60_000

/** Queries the programs of this system, at most once a minute. */
export function createTimeSource(): TimeSource {
  let asked: { at: number; state: Promise<ClockState> } | null = null
  return {
    getState() {
      // A monotonic clock, since the wall clock is the one being checked.
      const at = performance.now()
      if (!asked || at - asked.at > freshMs) asked = { at, state: querySystemClock(queryProgram) }
      return asked.state
    },
  }
}

/** A program's output; null when it is missing or failed. */
export type QueryProgram = (program: string, args: readonly string[]) => Promise<string | null>

const programTimeoutMs = 2000

export const queryProgram: QueryProgram = (program, args) =>
  new Promise((resolve) => {
    execFile(
      program,
      [...args],
      { timeout: programTimeoutMs, env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' } },
      (error, stdout) => resolve(error ? null : stdout),
    )
  })

const toClockState = (isSynchronised: boolean, source: string): ClockState => ({
  state: isSynchronised ? 'synchronised' : 'unsynchronised',
  source,
})

/**
 * The last field of `chronyc -c tracking` is the leap status: Normal, Insert second, Delete second or Not synchronised.
 */
function parseChrony(printed: string): ClockState | null {
  const leap = printed.trim().split(',').at(-1) ?? ''
  return /^(Normal|(Insert|Delete) second|Not synchronised)$/.test(leap)
    ? toClockState(leap !== 'Not synchronised', 'chrony')
    : null
}

/** systemd reports the kernel's state, which covers every time daemon. */
function parseTimedatectl(printed: string): ClockState | null {
  const answer = /^NTPSynchronized=(yes|no)$/m.exec(printed)?.[1]
  return answer ? toClockState(answer === 'yes', 'timedatectl') : null
}

/** STA_UNSYNC of adjtimex(2): the kernel's clock is not synchronised. */
function parseAdjtimex(printed: string): ClockState | null {
  const status = /^\s*status:\s*(\d+)/m.exec(printed)?.[1]
  return status ? toClockState((Number(status) & 0x40) === 0, 'adjtimex') : null
}

/** Asks the best informed source first. */
export async function querySystemClock(ask: QueryProgram): Promise<ClockState> {
  for (const [program, args, read] of [
    ['chronyc', ['-c', 'tracking'], parseChrony],
    ['timedatectl', ['show', '--property=NTPSynchronized'], parseTimedatectl],
    ['adjtimex', ['--print'], parseAdjtimex],
  ] as const) {
    const printed = await ask(program, args)
    const state = printed === null ? null : read(printed)
    if (state) return state
  }
  return { state: 'unknown', source: null }
}

const checkIntervalMs = 60_000
/** The largest correction of a time server between two checks, in milliseconds. */
const maxCorrectionMs = 1000

/**
 * Compares the wall clock with a monotonic one. The returned function logs by how much the clock was set since the last
 * call.
 */
export function createClockSetCheck(
  clock: Clock,
  logger: Pick<Logger, 'warn'>,
  passedMs: () => number = () => performance.now(),
): () => void {
  let last = clock.now().getTime() - passedMs()
  return () => {
    const now = clock.now().getTime() - passedMs()
    const movedMs = Math.round(now - last)
    last = now
    if (Math.abs(movedMs) > maxCorrectionMs)
      logger.warn({ event: 'clock_set', movedMs }, 'the clock of this machine was set')
  }
}

/** A clock that a time server keeps is never this far from the database's, in milliseconds. */
const maxOffsetMs = 2000

/**
 * Measures how far the clock is ahead of the database's clock, which all processes share, and the duration of the
 * query. Both in milliseconds.
 */
export async function measureClockOffset(
  database: Queryable,
  clock: Clock,
): Promise<{ aheadMs: number; tookMs: number }> {
  const askedAt = clock.now().getTime()
  const row = await database.row<{ now: Date }>(sql`SELECT clock_timestamp() AS now`)
  const tookMs = clock.now().getTime() - askedAt
  if (!row) throw new Error('the database has no clock')
  return { aheadMs: Math.round(askedAt + tookMs / 2 - row.now.getTime()), tookMs }
}

/**
 * Compares the clock with the database's. The returned function logs the offset when it exceeds two seconds plus the
 * duration of the query. Ignores a database that doesn't answer.
 */
export function createDatabaseClockCheck(
  database: Queryable,
  clock: Clock,
  logger: Pick<Logger, 'warn'>,
): () => Promise<void> {
  return async () => {
    const measured = await measureClockOffset(database, clock).catch(() => null)
    if (!measured) return
    const { aheadMs, tookMs } = measured
    if (Math.abs(aheadMs) > maxOffsetMs + tookMs)
      logger.warn({ event: 'clock_apart', aheadMs }, "the clock of this process is not the database's")
  }
}

/** A wrong time zone is off by an hour or more; no clock drifts this far. */
const maxStartOffsetMs = 30 * 60_000

/**
 * Compares the clock with the database's, and with the time of the newest migration. Only the latter reveals a wrong
 * clock when the database runs on the same machine.
 * @throws StartupError when the clock is far off: every timestamp would be wrong, and due data would be destroyed too
 * early or never
 */
export async function assertClockIsRight(database: Queryable, clock: Clock): Promise<void> {
  const { aheadMs } = await measureClockOffset(database, clock)
  if (Math.abs(aheadMs) > maxStartOffsetMs) {
    const minutes = Math.round(Math.abs(aheadMs) / 60_000)
    throw new StartupError(
      `The clock of this machine is ${minutes} minutes ${aheadMs > 0 ? 'ahead of' : 'behind'} the ` +
        `database's: have a time server set both, then start again.`,
    )
  }
  const migratedAt = await readMigratedAt(database)
  const now = clock.now()
  if (migratedAt && migratedAt.getTime() - now.getTime() > maxStartOffsetMs) {
    throw new StartupError(
      `The clock of this machine says ${now.toISOString()}, and the database was last migrated at ` +
        `${migratedAt.toISOString()}: have a time server set the clock, then start again.`,
    )
  }
}

/** Checks every minute until stopped, and compares with the database's clock at once. */
export function watchClock(clock: Clock, database: Queryable, logger: Logger): { stop(): void } {
  const checks = [createClockSetCheck(clock, logger), createDatabaseClockCheck(database, clock, logger)]
  void checks[1]?.()
  const timer = setInterval(() => {
    for (const check of checks) void check()
  }, checkIntervalMs)
  return { stop: () => clearInterval(timer) }
}
