import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'

/**
 * Runs SQL on the pool or in one transaction. Statements are tagged templates, so that a value never becomes SQL text.
 *
 * Rows come back in camelCase: `created_at` -> `createdAt`, so a column needs an alias only for another name. Names
 * inside a JSON value stay as they are.
 *
 * Types come back as: `timestamptz` -> Date, `date` -> 'YYYY-MM-DD' string, `bigint` -> number (throws above 2^53),
 * `jsonb` -> parsed.
 */
export type Queryable = {
  /** All rows. */
  rows<Row extends object>(statement: Sql): Promise<Row[]>
  /** The only row, or null when there is none. Throws on more than one row, since that is a bug. */
  row<Row extends object>(statement: Sql): Promise<Row | null>
  /** Runs a statement and returns the number of affected rows. */
  run(statement: Sql): Promise<number>
}

/**
 * A transaction in progress. Only `Database.transaction` creates one, so a function that takes it cannot run outside a
 * transaction. Statements after its end are refused.
 */
export type Transaction = Queryable & { readonly inTransaction: true }

/** All methods throw DatabaseUnavailable while the database is unavailable. */
export type Database = Queryable & {
  /** Commits when `work` resolves, rolls back when it throws. READ COMMITTED. */
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
  pool(): PoolUse
  close(): Promise<void>
}

/** Thrown inside `transactOrRollBack`: rolls the transaction back and carries the value to return. */
export class Rollback<Answer> extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('undone')
    this.answer = answer
  }
}

/** Runs a transaction. When `work` throws a `Rollback`, rolls it back and returns the answer in the `Rollback`. */
export async function transactOrRollBack<Result, Answer>(
  database: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result | Answer> {
  try {
    return await database.transaction(work)
  } catch (error) {
    if (error instanceof Rollback) return error.answer
    throw error
  }
}

/** `waits` counts the statements and transactions since the start that found no free connection. */
export type PoolUse = { connections: number; idle: number; waiting: number; waits: number }

/** Whether an error is PostgreSQL's unique violation (SQLSTATE 23505), on the named constraint if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return false
  return constraint === undefined || ('constraint' in error && error.constraint === constraint)
}

/**
 * The database can't serve at the moment: it is down, starting, stopping, full or too busy, or the connection broke.
 * The statement may or may not have run; the caller should retry later. `cause` is the driver's error.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** Runs `work` and throws DatabaseUnavailable when it fails because of an outage of the database. */
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
 * statement timeout, a lock timeout, and the timeouts of an idle or long transaction.
 */
const outageStates = /^(?:08|53|57|55P03$|25P03$|25P04$)/

/**
 * Whether the server refuses writes: it was the primary when the connection was made. Errors raised by triggers (RAISE)
 * don't count.
 */
function isReadOnlyServer({ code, routine }: pg.DatabaseError): boolean {
  return code === '25006' && routine?.startsWith('PreventCommand') === true
}

/**
 * Error codes of the operating system for an unreachable server, and for a machine without free connections or sockets.
 */
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
const driverOutageMessages =
  /^(?:Connection terminated|Client (?:has encountered|was closed)|timeout exceeded when trying to connect|Query read timeout)/

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError) {
    return outageStates.test(code) || isReadOnlyServer(error) || isOutdatedPlan(error)
  }
  return networkCodes.has(code) || driverOutageMessages.test(error.message)
}

/**
 * A statement was prepared before a migration, of this process or another, changed its result type. The pool drops the
 * connection, and the next one plans the statement again.
 */
function isOutdatedPlan({ code, message }: pg.DatabaseError): boolean {
  return code === '0A000' && message.startsWith('cached plan must not change result type')
}

/**
 * Repeats a step until it affects fewer rows than its limit, so that each statement holds its locks only briefly
 * (GROWTH-4).
 *
 * @param step affects at most `limit` rows and returns how many
 */
export async function runInBatches(step: (limit: number) => Promise<number>, limit = 200): Promise<void> {
  while ((await step(limit)) >= limit);
}

/**
 * Rows in a fixed order, one page in memory at a time.
 * @param list returns at most `limit` rows after another one; the first without one
 */
export async function* readInPages<Row>(
  list: (after: Row | undefined, limit: number) => Promise<Row[]>,
  limit = 200,
): AsyncGenerator<Row> {
  let after: Row | undefined
  for (;;) {
    const page = await list(after, limit)
    yield* page
    if (page.length < limit) return
    after = page.at(-1)
  }
}

/** Deletes at most `limit` rows of a table. Returns how many. */
export function deleteSome(q: Queryable, table: Sql, which: Sql, limit: number): Promise<number> {
  // The condition stands twice, and the inner rows are materialised: otherwise PostgreSQL may scan a whole table.
  return q.run(sql`
    DELETE FROM ${table} WHERE ${which} AND ctid = ANY(ARRAY(
      WITH found AS MATERIALIZED (SELECT ctid AS place FROM ${table} WHERE ${which})
      SELECT place FROM found LIMIT ${limit}))`)
}

/** The time of the newest migration by the database's clock; null when there is none. */
export async function readMigratedAt(q: Queryable): Promise<Date | null> {
  const row = await q.row<{ at: Date | null }>(sql`SELECT max(applied_at) AS at FROM schema_migrations`)
  return row?.at ?? null
}
