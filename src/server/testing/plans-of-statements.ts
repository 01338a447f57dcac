import { type Database, type Queryable, type Sql, sql } from '../platform/database/index.ts'

/** A table, or an index of all its rows, that a statement scans completely. */
export type WholeTable = { table: string; statement: string }

/**
 * The names of the product's tables that grow, and of their indexes that cover all rows: an index of due rows is meant
 * to be scanned completely.
 */
export type LargeTables = ReadonlySet<string>

/** Tables with one row, with one row per key that ever sealed, or with one per seal in progress. */
const small = [
  'archiving',
  'installation',
  'payment_reconciliation',
  'revoked_certificates',
  'schema_migrations',
  'seal_attempts',
  'seal_certificates',
  'wallet_lists',
]

/** @throws {Error} when one of them has too few rows here for meaningful plans */
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
type OnStatement = (statement: Sql, inTransaction: InTransaction) => Promise<void>

/**
 * The same database; `onStatement` is called with every statement before it is sent, and with a function that runs queries in
 * the same transaction first.
 */
export function withEachStatement(database: Database, onStatement: OnStatement): Database {
  const observed = <Q extends Queryable>(q: Q, inTransaction: InTransaction): Q => ({
    ...q,
    rows: (statement) => onStatement(statement, inTransaction).then(() => q.rows(statement)),
    row: (statement) => onStatement(statement, inTransaction).then(() => q.row(statement)),
    run: (statement) => onStatement(statement, inTransaction).then(() => q.run(statement)),
  })
  return {
    ...observed(database, (work) => database.transaction(work)),
    transaction: (work) => database.transaction((tx) => work(observed(tx, (inner) => inner(tx)))),
  }
}

/**
 * The same database, which gets PostgreSQL's plan for every statement first, and collects the statements that scan one
 * of the named tables completely.
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
 * The named tables that a statement would scan completely, by PostgreSQL's plan for it. Needs a transaction, in a
 * database with enough rows and statistics.
 */
export async function findWholeTables(
  tx: Queryable,
  statement: Sql,
  large: LargeTables,
): Promise<WholeTable[]> {
  if (!/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|\()/.test(statement.text)) return []
  // With the default cost of a random page, a scan of some thousand rows can seem cheaper than the index that millions
  // of rows need.
  await tx.row(sql`SELECT set_config('random_page_cost', '1.0', true)`)
  const row = await tx.row<{ 'QUERY PLAN': [{ Plan: Node }] }>(sql`EXPLAIN (FORMAT JSON) ${statement}`)
  return (row ? wholeIn(row['QUERY PLAN'][0].Plan, false) : []).flatMap((table) =>
    large.has(table) ? [{ table, statement: statement.text.replaceAll(/\s+/g, ' ').trim() }] : [],
  )
}

/**
 * The tables and indexes that a plan scans completely; an index in the required order below a limit isn't scanned
 * completely.
 */
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

let recorded: Map<string, Sql> | null = null

/** Collects every different statement of every test's app until `stop`, with the values of its first use. */
export function recordStatements(): { statements: ReadonlyMap<string, Sql>; stop(): void } {
  const statements = new Map<string, Sql>()
  recorded = statements
  return {
    statements,
    stop() {
      recorded = null
    },
  }
}

/** The same database, whose statements are reported to `recordStatements`. */
export function withStatementRecorder(database: Database): Database {
  return withEachStatement(database, async (statement) => {
    if (recorded && !recorded.has(statement.text)) recorded.set(statement.text, statement)
  })
}
