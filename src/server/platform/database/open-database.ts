import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Logger } from '../logging/index.ts'
import { waitAtMost } from '../waiting/index.ts'
import {
  type Database,
  DatabaseUnavailable,
  type Queryable,
  reachDatabase,
  type Transaction,
} from './database.ts'
import { readRows } from './rows.ts'
import { makeSessionConfig, openListener } from './session.ts'

/**
 * Overrides of the driver's types: `date` stays a string, since a day has no time zone, and `bigint` becomes a number
 * or throws when a number can't hold it.
 */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.DATE) return (text: string) => text
    if (oid === pg.types.builtins.INT8) return parseSafeInteger
    return pg.types.getTypeParser(oid, format)
  },
}

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint does not fit a number')
  return value
}

type OpenDatabaseOptions = {
  logger: Logger
  /** Maximum connections of the pool; the listening connection is added to them. */
  maxConnections?: number
  /** Removes the timeout of statements, for scripts that read everything. */
  isMaintenance?: boolean
}

/** The default of `maxConnections`. */
export const requestConnections = 10

/** The longest wait for an unresponsive database when closing, in milliseconds. */
const closeTimeoutMs = 3000

/**
 * Opens a pool of connections to `connectionString`. Connects on first use: call `ping()` to check that the server is
 * reachable. While it is unavailable every query throws DatabaseUnavailable; afterwards queries work again.
 */
export function openDatabase(connectionString: string, options: OpenDatabaseOptions): Database {
  const pool = new pg.Pool({
    ...makeSessionConfig(options.isMaintenance ? 'maintenance' : 'serving', connectionString, 'assent'),
    max: options.maxConnections ?? requestConnections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    types: typeParsers,
  })
  // The pool replaces an idle connection that breaks; without a handler the error would end the process.
  pool.on('error', (error) => {
    options.logger.warn({ code: findCode(error) }, 'an idle database connection broke')
  })
  // A connection that breaks during use, or right after its release, emits one more error, which would end the process
  // without a handler. The caller gets the failure from the statement.
  pool.on('connect', (client) => client.on('error', () => {}))
  const listener = openListener(connectionString, options.logger)
  const nameStatement = createStatementNamer()
  let waits = 0
  const countWait = () => {
    if (pool.idleCount === 0 && pool.totalCount >= pool.options.max) waits += 1
  }

  return {
    ...makeQueryable(pool, nameStatement, countWait),

    async transaction(work) {
      countWait()
      const client = await reachDatabase(() => pool.connect())
      let broken: Error | undefined
      // Between two statements only this handler sees the error.
      const onError = (error: Error) => {
        broken = error
      }
      client.on('error', onError)
      let isOver = false
      // When several statements run concurrently, one may fail while another continues; by then the connection may
      // belong to another caller.
      const refuseLate = () => {
        if (isOver) throw new Error('a statement came after the end of its transaction')
      }
      try {
        await reachDatabase(() => client.query('BEGIN'))
        const tx: Transaction = { ...makeQueryable(client, nameStatement, refuseLate), inTransaction: true }
        const result = await work(tx)
        isOver = true
        const commit = await reachDatabase(() => client.query('COMMIT'))
        // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement failed and its error was swallowed.
        if (commit.command !== 'COMMIT')
          throw new Error('the transaction was rolled back by an earlier error')
        return result
      } catch (error) {
        isOver = true
        // This connection may stay unresponsive for long; PostgreSQL rolls back its transaction.
        if (error instanceof DatabaseUnavailable) broken = error
        else {
          await client.query('ROLLBACK').catch((rollbackError: Error) => {
            broken = rollbackError
          })
        }
        throw error
      } finally {
        client.off('error', onError)
        client.release(broken)
      }
    },

    listen: listener.listen,

    async ping() {
      await reachDatabase(() => pool.query('SELECT 1'))
    },

    pool: () => ({
      connections: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      waits,
    }),

    async close() {
      await waitAtMost(closeTimeoutMs, Promise.all([listener.close(), pool.end()]))
    },
  }
}

function makeQueryable(
  connection: pg.Pool | pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  onQuery = () => {},
): Queryable {
  const run = ({ text, values }: Sql) => {
    onQuery()
    // Without values the driver sends only the text, which may hold several statements.
    const name = values.length > 0 ? nameOf(text) : undefined
    return reachDatabase(() =>
      connection.query({ ...(name ? { name } : {}), text, values, rowMode: 'array' as const }),
    )
  }
  return {
    async rows<Row extends object>(statement: Sql): Promise<Row[]> {
      return readRows(await run(statement))
    },
    async row<Row extends object>(statement: Sql): Promise<Row | null> {
      const rows = readRows<Row>(await run(statement))
      if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`)
      return rows[0] ?? null
    },
    async run(statement) {
      return (await run(statement)).rowCount ?? 0
    },
  }
}

function findCode(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Maximum number of named statements, since PostgreSQL keeps a plan for each in every connection. */
const maxNamedStatements = 300

/** A statement used only once or twice, such as in a script or for a list of unusual length, isn't worth a name. */
const minUsesForName = 3

/**
 * Names frequent statements, so that PostgreSQL parses and plans each once per connection (PostgreSQL, PREPARE), and
 * the driver sends only the name and the values. One instance serves all connections of a pool.
 */
export function createStatementNamer(): (text: string) => string | undefined {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= maxNamedStatements) return known
    const used = (uses.get(text) ?? 0) + 1
    if (used < minUsesForName) {
      if (uses.size >= maxNamedStatements * 10) uses.clear()
      uses.set(text, used)
      return undefined
    }
    uses.delete(text)
    const name = `assent_${names.size + 1}`
    names.set(text, name)
    return name
  }
}
