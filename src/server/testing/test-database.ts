import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Logins } from '../platform/database/serving-role.ts'

/** A migrated database of its own, empty. `drop` removes it, whoever is still connected. */
export type TestDatabase = Logins & {
  drop(): Promise<void>
  /** From now on no more than so many connections, those of its owner included. */
  limitConnections(count: number): Promise<void>
}

export function createTestDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('databaseServer').templateDatabase)
}

/** A copy of another test's database. Connections to that one are cut. */
export async function cloneDatabase(connectionString: string): Promise<TestDatabase> {
  const name = new URL(connectionString).pathname.slice(1)
  const { adminConnectionString } = inject('databaseServer')
  await asAdmin(
    adminConnectionString,
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`,
  )
  return copyDatabase(name)
}

async function copyDatabase(template: string): Promise<TestDatabase> {
  const { adminConnectionString, templateDatabase: _, ...logins } = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(adminConnectionString, `CREATE DATABASE ${name} TEMPLATE ${template} OWNER assent`)
  // A clone has the rights in the database, not those on it.
  await asAdmin(adminConnectionString, `REVOKE CREATE, TEMPORARY ON DATABASE ${name} FROM PUBLIC`)
  const here = (connectionString: string) =>
    Object.assign(new URL(connectionString), { pathname: `/${name}` }).href
  return {
    connectionString: here(logins.connectionString),
    ownerConnectionString: here(logins.ownerConnectionString),
    drop: () => asAdmin(adminConnectionString, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    limitConnections: (count) =>
      asAdmin(adminConnectionString, `ALTER DATABASE ${name} CONNECTION LIMIT ${count}`),
  }
}

/** A database with nothing in it, not even a schema of ours, that sorts text as people do. */
export async function createEmptyDatabase(): Promise<{
  ownerConnectionString: string
  drop(): Promise<void>
}> {
  const { adminConnectionString, ownerConnectionString } = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(
    adminConnectionString,
    `CREATE DATABASE ${name} OWNER assent TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`,
  )
  return {
    ownerConnectionString: Object.assign(new URL(ownerConnectionString), { pathname: `/${name}` }).href,
    drop: () => asAdmin(adminConnectionString, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

async function asAdmin(connectionString: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}
