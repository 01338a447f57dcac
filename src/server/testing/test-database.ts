import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Logins } from '../platform/database/migrate.ts'

/** An empty migrated database. `drop` removes it, even with open connections. */
export type TestDatabase = Logins & {
  drop(): Promise<void>
  /** Limits the connections from now on, including those of its owner. */
  limitConnections(count: number): Promise<void>
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const { templateDatabase: template, ...logins } = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copied as files without waiting for the disk: copying page by page through the log takes three times as long, and
  // so does the first connection.
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy OWNER assent`)
  // A clone keeps the rights inside the database, but not those on the database.
  await asAdmin(`REVOKE CREATE, TEMPORARY ON DATABASE ${name} FROM PUBLIC`)
  const here = (connectionString: string) =>
    Object.assign(new URL(connectionString), { pathname: `/${name}` }).href
  return {
    connectionString: here(logins.connectionString),
    ownerConnectionString: here(logins.ownerConnectionString),
    drop: () => dropDatabase(name),
    limitConnections: (count) => asAdmin(`ALTER DATABASE ${name} CONNECTION LIMIT ${count}`),
  }
}

/** An empty database without the product's schema, with a human-friendly sort order. */
export async function createEmptyDatabase(): Promise<{
  ownerConnectionString: string
  drop(): Promise<void>
}> {
  const { ownerConnectionString } = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(
    `CREATE DATABASE ${name} OWNER assent TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`,
  )
  return {
    ownerConnectionString: Object.assign(new URL(ownerConnectionString), { pathname: `/${name}` }).href,
    drop: () => dropDatabase(name),
  }
}

const dropDatabase = (name: string) => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)

let admin: pg.Pool | null = null

/** Uses one connection for a whole run of test files. */
async function asAdmin(statement: string): Promise<void> {
  if (!admin) {
    const { adminConnectionString } = inject('databaseServer')
    admin = new pg.Pool({
      connectionString: adminConnectionString,
      max: 1,
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
    })
    // The server is stopped before the processes of the tests.
    admin.on('error', () => {})
  }
  await admin.query(statement)
}
