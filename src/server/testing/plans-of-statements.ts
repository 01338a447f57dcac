import { type Database, type Queryable, type Sql, sql } from '../platform/database/index.ts'

/** A table, or an index of all its rows, that a statement reads from the first to the last. */
export type WholeTable = { table: string; statement: string }

/**
 * The names of the product's tables that grow, and of their indexes that have all rows: an index of due rows is meant
 * to be read as a whole.
 */
export type LargeTables = ReadonlySet<string>

/** What has one row, or one for each key that ever sealed, or for each seal that is being made at this moment. */
const small = [
  'archiving',
  'installation',
  'payment_reconciliation',
  'revoked_certificates',
  'schema_migrations',
  'seal_attempts',
  'seal_certificates',
]

/** @throws {Error} when one of them has too few rows here for its plans to mean anything */
export async function largeTables(q: Queryable): Promise<LargeTables> {
  const rows = await q.rows<{ name: string; rows: number; indexes: string[] }>(sql`
    SELECT relname AS name, reltuples AS rows, ARRAY(
      SELECT indexrelid::regclass::text FROM pg_index i WHERE i.indrelid = c.oid AND i.indpred IS NULL) AS indexes
    FROM pg_class c WHERE relkind = 'r' AND relname <> ALL(${small}) AND relnamespace = 'public'::regnamespace`)
  const few = rows.filter(({ rows }) => rows < 100).map(({ name }) => name)
  if (few.length > 0) throw new Error(`these have to grow, or to be named as small: ${few.join(', ')}`)
  return new Set(rows.flatMap(({ name, indexes }) => [name, ...indexes]))
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}

type InTransaction = <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>
type Hear = (statement: Sql, inTransaction: InTransaction) => Promise<void>

/**
 * The same database; `hear` gets every statement before it is sent, with a function that queries the same place first.
 */
export function withEachStatement(database: Database, hear: Hear): Database {
  const heard = <Q extends Queryable>(q: Q, inTransaction: InTransaction): Q => ({
    ...q,
    rows: (statement) => hear(statement, inTransaction).then(() => q.rows(statement)),
    row: (statement) => hear(statement, inTransaction).then(() => q.row(statement)),
    run: (statement) => hear(statement, inTransaction).then(() => q.run(statement)),
  })
  return {
    ...heard(database, (work) => database.transaction(work)),
    transaction: (work) => database.transaction((tx) => work(heard(tx, (inner) => inner(tx)))),
  }
}

/**
 * The same database, which asks before every statement how PostgreSQL will find its rows, and keeps those that read a
 * whole table of the named ones.
 */
export function watchingForWholeTables(
  database: Database,
  large: LargeTables,
): { database: Database; found: WholeTable[] } {
  const found: WholeTable[] = []
  return {
    found,
    database: withEachStatement(database, async (statement, inTransaction) => {
      found.push(...(await inTransaction((tx) => findWholeTables(tx, statement, large))))
    }),
  }
}

/**
 * The named tables that a statement would read as a whole, by PostgreSQL's plan for it. Give it a transaction, of a
 * database with enough rows and statistics.
 */
export async function findWholeTables(
  tx: Queryable,
  statement: Sql,
  large: LargeTables,
): Promise<WholeTable[]> {
  if (!/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|\()/.test(statement.text)) return []
  // With the default cost of a jump on the disk, reading some thousand rows from the first to the last may be thought
  // cheaper than the index that millions need.
  await tx.row(sql`SELECT set_config('random_page_cost', '1.0', true)`)
  const row = await tx.row<{ 'QUERY PLAN': [{ Plan: Node }] }>(sql`EXPLAIN (FORMAT JSON) ${statement}`)
  return (row ? wholeIn(row['QUERY PLAN'][0].Plan, false) : []).flatMap((table) =>
    large.has(table) ? [{ table, statement: statement.text.replaceAll(/\s+/g, ' ').trim() }] : [],
  )
}

/** What of a plan is read from the first row to the last; below a limit an index that is in the wished order is not. */
function wholeIn(node: Node, isLimited: boolean): string[] {
  const type = node['Node Type']
  const whole =
    type === 'Seq Scan'
      ? [node['Relation Name'] ?? '']
      : /^Index (Only )?Scan$/.test(type) && node['Index Cond'] === undefined && !isLimited
        ? [node['Index Name'] ?? '']
        : []
  const isBelowLimit = type === 'Limit' || (isLimited && /Append|LockRows|Result/.test(type))
  return [...whole, ...(node.Plans ?? []).flatMap((plan) => wholeIn(plan, isBelowLimit))]
}

let heard: Map<string, Sql> | null = null

/**
 * From now on, and until `stop`, every different statement of every test's app is kept, with the values that came with
 * it first.
 */
export function hearStatements(): { statements: ReadonlyMap<string, Sql>; stop(): void } {
  const statements = new Map<string, Sql>()
  heard = statements
  return {
    statements,
    stop() {
      heard = null
    },
  }
}

/** The same database, of whose statements is heard who wants to hear. */
export function withHearers(database: Database): Database {
  return withEachStatement(database, async (statement) => {
    if (heard && !heard.has(statement.text)) heard.set(statement.text, statement)
  })
}
