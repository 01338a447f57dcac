import pg from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'

/**
 * A place to run SQL: the pool, or one transaction. Statements are tagged templates, so that a value never becomes SQL
 * text.
 *
 * Types come back as: `timestamptz` -> Date, `date` -> 'YYYY-MM-DD' string, `bigint` -> number (throws above 2^53),
 * `jsonb` -> parsed.
 */
export type Queryable = {
  /** All rows. */
  rows<Row extends object>(statement: Sql): Promise<Row[]>
  /** The only row, or null without one. Throws on more than one: a bug. */
  row<Row extends object>(statement: Sql): Promise<Row | null>
  /** Runs a statement and tells how many rows it touched. */
  run(statement: Sql): Promise<number>
}

/**
 * A transaction in progress. Only `Database.transaction` makes one, so a function that asks for it cannot run outside;
 * what is asked after its end is refused.
 */
export type Transaction = Queryable & { readonly inTransaction: true }

/** Everything throws DatabaseUnavailable while the database is away. */
export type Database = Queryable & {
  /** Commits what `work` did when it resolves, undoes all of it when it throws. READ COMMITTED. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Calls `onMessage` for every message on a channel (LISTEN) until the returned function is called. One connection
   * serves all listeners and reconnects automatically. Messages sent during the gap are lost, so `onGap` is called
   * afterwards.
   */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>
  /** Resolves when the server answers a trivial query; rejects otherwise. */
  ping(): Promise<void>
  /** How the connections of this process are used at this moment. */
  pool(): PoolUse
  close(): Promise<void>
}

/** Thrown in the middle of `transactOrUndo`: undoes what came before it, and is answered. */
export class Undo<Answer> extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('undone')
    this.answer = answer
  }
}

/** A transaction that is undone where its work throws an `Undo` of `Answer`, which it then answers. */
export async function transactOrUndo<Result, Answer>(
  database: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result | Answer> {
  try {
    return await database.transaction(work)
  } catch (error) {
    if (error instanceof Undo) return error.answer
    throw error
  }
}

/** `waits` counts, since the start, the statements and transactions that found no connection free. */
export type PoolUse = { connections: number; idle: number; waiting: number; waits: number }

/** Whether an error is PostgreSQL's unique violation (SQLSTATE 23505), on the named constraint if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return false
  return constraint === undefined || ('constraint' in error && error.constraint === constraint)
}

/**
 * The database cannot do anything for us at the moment: it is away, starting, stopping, full or too busy, or the
 * connection broke. It is unknown whether what was asked for happened; asking again later is right. `cause` is what the
 * driver said.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** Does something that talks to the database; throws DatabaseUnavailable when that is what is wrong. */
export async function reachDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isOutage(error)) throw error
    throw new DatabaseUnavailable('the database is not available', { cause: error })
  }
}

/**
 * SQLSTATE (PostgreSQL, appendix A): connection exceptions, insufficient resources, operator intervention with the
 * statement's own time-out, a lock that did not come, and a session that stood still for too long.
 */
const outageStates = /^(?:08|53|57|55P03$|25P03$|25P04$)/

/**
 * A server that takes no writes: it was the primary when the connection was made. Errors of triggers (RAISE) do not
 * count.
 */
function isReadOnlyServer({ code, routine }: pg.DatabaseError): boolean {
  return code === '25006' && routine?.startsWith('PreventCommand') === true
}

/** Codes of the operating system for a server that does not answer, and for a machine without free connections. */
const networkCodes = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'ENFILE',
  'ENOBUFS',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** The driver's messages, without a code, for a lost connection. */
const driverWords =
  /^(?:Connection terminated|Client (?:has encountered|was closed)|timeout exceeded when trying to connect|Query read timeout)/

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError) {
    return outageStates.test(code) || isReadOnlyServer(error) || isOutdatedPlan(error)
  }
  return networkCodes.has(code) || driverWords.test(error.message)
}

/**
 * A statement that was named before a migration, of this process or another, changed the type of what it answers. The
 * pool drops the connection, and the next one plans anew.
 */
function isOutdatedPlan({ code, message }: pg.DatabaseError): boolean {
  return code === '0A000' && message.startsWith('cached plan must not change result type')
}

/** The list of a SELECT: each column under the name of its field. Field names come from the code, never from input. */
export function selectAs(columns: Readonly<Record<string, Sql>>): Sql {
  return join(Object.entries(columns).map(([field, column]) => sql`${column} AS ${raw(`"${field}"`)}`))
}

/**
 * Repeats a step until it touched fewer rows than it was allowed to, so that each statement holds its locks for a
 * moment only (GROWTH-4).
 *
 * @param step touches at most `limit` rows and answers how many it did
 */
export async function workInBatches(step: (limit: number) => Promise<number>, limit = 200): Promise<void> {
  while ((await step(limit)) >= limit);
}

/** When a migration landed last, by the clock of the database; null in an empty one. */
export async function readMigratedAt(q: Queryable): Promise<Date | null> {
  const row = await q.row<{ at: Date | null }>(sql`SELECT max(applied_at) AS at FROM schema_migrations`)
  return row?.at ?? null
}
