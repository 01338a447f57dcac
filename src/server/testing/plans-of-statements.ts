import { type Database, type Queryable, sql } from '../platform/database/index.ts'

/** A table that a statement read from its first row to its last. */
export type WholeTable = { table: string; statement: string }

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] }

type InTransaction = <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>

/**
 * With the default cost of a jump on the disk, reading some thousand rows from the first to the last may be thought cheaper than the index that
 * millions need.
 */
const asWithManyRows = sql`SELECT set_config('random_page_cost', '1.0', true)`

/**
 * The same database, which asks before every statement how PostgreSQL will find its rows, and keeps those that read a whole table of the named
 * ones.
 */
export function watchingForWholeTables(
  database: Database,
  tables: ReadonlySet<string>,
): { database: Database; found: WholeTable[] } {
  const found: WholeTable[] = []
  const watched = <Q extends Queryable>(q: Q, inTransaction: InTransaction): Q => {
    const look = async (statement: Parameters<Queryable['run']>[0]) => {
      if (!/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(statement.text)) return
      const [row] = await inTransaction(async (tx) => {
        await tx.row(asWithManyRows)
        return tx.rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(sql`EXPLAIN (FORMAT JSON) ${statement}`)
      })
      for (const node of row ? nodesOf(row['QUERY PLAN'][0].Plan) : []) {
        const table = node['Relation Name'] ?? ''
        if (node['Node Type'] === 'Seq Scan' && tables.has(table)) {
          found.push({ table, statement: statement.text.replaceAll(/\s+/g, ' ').trim() })
        }
      }
    }
    return {
      ...q,
      rows: (statement) => look(statement).then(() => q.rows(statement)),
      row: (statement) => look(statement).then(() => q.row(statement)),
      run: (statement) => look(statement).then(() => q.run(statement)),
    }
  }
  return {
    found,
    database: {
      ...watched(database, (work) => database.transaction(work)),
      transaction: (work) => database.transaction((tx) => work(watched(tx, (inner) => inner(tx)))),
    },
  }
}

function nodesOf(plan: Node): Node[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}
