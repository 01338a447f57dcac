import type { Database, Sql } from '../platform/database/index.ts'
import { withEachStatement } from './plans-of-statements.ts'

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
