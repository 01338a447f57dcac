import type { Sql } from 'sql-template-tag'

/**
 * A place to run SQL: the pool, or one transaction. Statements are tagged templates, so that a value never becomes SQL text.
 *
 * Types come back as: `timestamptz` -> Date, `date` -> 'YYYY-MM-DD' string, `bigint` -> number (throws above 2^53), `jsonb` -> parsed.
 */
export type Queryable = {
  /** All rows. */
  rows<Row extends object>(statement: Sql): Promise<Row[]>
  /** The only row, or null when there is none. Throws on more than one: a bug. */
  row<Row extends object>(statement: Sql): Promise<Row | null>
  /** Runs a statement and tells how many rows it touched. */
  run(statement: Sql): Promise<number>
}

/**
 * A transaction in progress. Only `Database.transaction` makes one, so a function that asks for it cannot run outside; what is asked after its
 * end is refused.
 */
export type Transaction = Queryable & { readonly inTransaction: true }

/** Everything throws DatabaseUnavailable while the database is away. */
export type Database = Queryable & {
  /** Commits what `work` did when it resolves, undoes all of it when it throws. READ COMMITTED. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Calls `onMessage` for every message on a channel (LISTEN) until the returned function is called.
   * One connection serves all listeners; it reconnects by itself. Messages sent meanwhile are lost, so `onGap` is called after that.
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

/** `waits` counts, since the start, the statements and transactions that found no connection free. */
export type PoolUse = { connections: number; idle: number; waiting: number; waits: number }

/** Whether an error is PostgreSQL's unique violation (SQLSTATE 23505), on the named constraint if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return false
  return constraint === undefined || ('constraint' in error && error.constraint === constraint)
}
