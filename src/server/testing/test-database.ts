import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A migrated database of its own, empty. `drop` removes it, whoever is still connected. */
export type TestDatabase = { connectionString: string; drop(): Promise<void> }

export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminConnectionString, templateDatabase } = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(adminConnectionString, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase} OWNER assent`)
  const url = new URL(adminConnectionString)
  url.username = 'assent'
  url.pathname = `/${name}`
  return {
    connectionString: url.href,
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
