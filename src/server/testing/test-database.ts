import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Logins } from '../platform/database/serving-role.ts'

/** A migrated database of its own, empty. `drop` removes it, whoever is still connected. */
export type TestDatabase = Logins & { drop(): Promise<void> }

export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminConnectionString, templateDatabase, ...logins } = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(adminConnectionString, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase} OWNER assent`)
  // A clone has the rights in the database, not those on it.
  await asAdmin(adminConnectionString, `REVOKE CREATE, TEMPORARY ON DATABASE ${name} FROM PUBLIC`)
  const here = (connectionString: string) =>
    Object.assign(new URL(connectionString), { pathname: `/${name}` }).href
  return {
    connectionString: here(logins.connectionString),
    ownerConnectionString: here(logins.ownerConnectionString),
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
