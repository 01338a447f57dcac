import { execFile } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import type { ClockState } from '../../../domain/record/record.ts'
import { type Queryable, readMigratedAt, sql } from '../database/index.ts'
import type { Logger } from '../logging/index.ts'
import { StartupError } from '../startup-error.ts'

/** The only source of the current time. Tests pass a clock that they move by hand. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** How well the clock of this machine is known to be right. */
export type TimeSource = {
  /** The answer of the system, at most a minute old; `unknown` where it cannot be asked. Never rejects. */
  getState(): Promise<ClockState>
}

const freshMs = 60_000

/** Asks the programs of this system, at most once a minute. */
export function createTimeSource(): TimeSource {
  let asked: { at: number; state: Promise<ClockState> } | null = null
  return {
    getState() {
      // Not by the clock that is being checked.
      const at = performance.now()
      if (!asked || at - asked.at > freshMs) asked = { at, state: askSystem(askProgram) }
      return asked.state
    },
  }
}

/** A program's output; null without one, or when it failed. */
export type Ask = (program: string, args: readonly string[]) => Promise<string | null>

const patienceMs = 2000

/** Runs a program of the system's own. */
export const askProgram: Ask = (program, args) =>
  new Promise((resolve) => {
    execFile(
      program,
      [...args],
      { timeout: patienceMs, env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' } },
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

/** systemd answers for the kernel, for every kind of time daemon. */
function parseTimedatectl(printed: string): ClockState | null {
  const answer = /^NTPSynchronized=(yes|no)$/m.exec(printed)?.[1]
  return answer ? toClockState(answer === 'yes', 'timedatectl') : null
}

/** STA_UNSYNC of adjtimex(2): the kernel says that its clock is not synchronised. */
function parseAdjtimex(printed: string): ClockState | null {
  const status = /^\s*status:\s*(\d+)/m.exec(printed)?.[1]
  return status ? toClockState((Number(status) & 0x40) === 0, 'adjtimex') : null
}

/** The best informed source is asked first. */
export async function askSystem(ask: Ask): Promise<ClockState> {
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

const everyMs = 60_000
/** Time servers correct a clock by less between two looks. */
const toleratedMs = 1000

/**
 * Compares the clock with the time that really passed: `look` says in the log by how much it was set since the last
 * look.
 */
export function startComparing(
  clock: Clock,
  logger: Pick<Logger, 'warn'>,
  passedMs: () => number = () => performance.now(),
): () => void {
  let last = clock.now().getTime() - passedMs()
  return () => {
    const now = clock.now().getTime() - passedMs()
    const movedMs = Math.round(now - last)
    last = now
    if (Math.abs(movedMs) > toleratedMs)
      logger.warn({ event: 'clock_set', movedMs }, 'the clock of this machine was set')
  }
}

/** A clock kept by a time server is never this far from the database's. */
const apartMs = 2000

/**
 * By how much the clock is ahead of the database's, which all processes have in common, and for how long the database
 * took to say so.
 */
export async function measureAhead(
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
 * Compares the clock with the database's: `look` says in the log by how much this one is ahead, when it is more than
 * two seconds and surely so. A database that does not answer is passed over.
 */
export function startComparingWith(
  database: Queryable,
  clock: Clock,
  logger: Pick<Logger, 'warn'>,
): () => Promise<void> {
  return async () => {
    const measured = await measureAhead(database, clock).catch(() => null)
    if (!measured) return
    const { aheadMs, tookMs } = measured
    if (Math.abs(aheadMs) > apartMs + tookMs)
      logger.warn({ event: 'clock_apart', aheadMs }, "the clock of this process is not the database's")
  }
}

/** A wrong time zone is an hour or more; no clock drifts so far. */
const farMs = 30 * 60_000

/**
 * Compares the clock with the database's, and with the time at which the database was last migrated, which alone says
 * something where both are of one machine.
 * @throws StartupError when it is far off: everything written would have a wrong time, and what is due would be
 * destroyed too early or never
 */
export async function refuseFarClock(database: Queryable, clock: Clock): Promise<void> {
  const { aheadMs } = await measureAhead(database, clock)
  if (Math.abs(aheadMs) > farMs) {
    const minutes = Math.round(Math.abs(aheadMs) / 60_000)
    throw new StartupError(
      `The clock of this machine is ${minutes} minutes ${aheadMs > 0 ? 'ahead of' : 'behind'} the ` +
        `database's: have a time server set both, then start again.`,
    )
  }
  const migratedAt = await readMigratedAt(database)
  const now = clock.now()
  if (migratedAt && migratedAt.getTime() - now.getTime() > farMs) {
    throw new StartupError(
      `The clock of this machine says ${now.toISOString()}, and the database was last migrated at ` +
        `${migratedAt.toISOString()}: have a time server set the clock, then start again.`,
    )
  }
}

/** Looks every minute, and at once at the database's, until stopped. */
export function watchClock(clock: Clock, database: Queryable, logger: Logger): { stop(): void } {
  const looks = [startComparing(clock, logger), startComparingWith(database, clock, logger)]
  void looks[1]?.()
  const timer = setInterval(() => {
    for (const look of looks) void look()
  }, everyMs)
  return { stop: () => clearInterval(timer) }
}
