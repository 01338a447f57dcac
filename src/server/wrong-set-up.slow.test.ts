import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, sql } from './platform/database/index.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { dataDirForEach, oneSentence } from './testing/data-dir-for.ts'
import { runServer } from './testing/server-process.ts'
import { silentLogger } from './testing/silent-logger.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

describe('a second process on the database of another', () => {
  const place = dataDirForEach()
  let source: TestDatabase
  let owner: Database
  beforeEach(async () => {
    source = await createTestDatabase()
    owner = openDatabase(source.ownerConnectionString, { logger: silentLogger, maxConnections: 1 })
  })
  afterEach(async () => {
    await owner.close()
    await source.drop()
  })
  const environment = () => ({
    DATA_DIR: place.dataDir,
    DATABASE_URL: source.connectionString,
    PUBLIC_URL: 'http://localhost:3000',
  })

  it('exits with one sentence if its store or its document key differs, and the first continues (REPLICA-1)', async () => {
    const first = await place.start(environment())
    const otherStore = await runServer({ ...environment(), DATA_DIR: join(place.dataDir, 'other') })
    expect(otherStore.stderr).toMatch(oneSentence)
    expect([otherStore.code, otherStore.stderr]).toEqual([
      1,
      expect.stringContaining('The store is not the one'),
    ])

    const keyFile = join(place.dataDir, 'other-key')
    await writeFile(keyFile, randomBytes(32).toString('base64'))
    const otherKey = await runServer({ ...environment(), DOCUMENT_KEY_FILE: keyFile })
    expect(otherKey.stderr).toMatch(oneSentence)
    expect([otherKey.code, otherKey.stderr]).toEqual([1, expect.stringContaining('another document key')])
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)
  })

  it('doesn’t start if a newer version has migrated the database, but a running one continues (REPLICA-13)', async () => {
    const server = await place.start(environment())
    await owner.run(
      sql`INSERT INTO schema_migrations (version, name, sha256) VALUES (9999, '9999_later.sql', '')`,
    )
    const older = await runServer(environment())
    expect(older.stderr).toMatch(oneSentence)
    expect([older.code, older.stderr]).toEqual([1, expect.stringContaining('9999_later.sql')])
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  })
})
