import { randomBytes } from 'node:crypto'
import { readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, sql } from './platform/database/index.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { makeSecret } from './secrets.ts'
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
    const otherStore = await runServer({
      ...environment(),
      DATA_DIR: join(place.dataDir, 'other'),
      SIGNING_KEYS_FILE: join(place.dataDir, 'secrets', 'signing-keys.json'),
    })
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

  it('exits with one sentence if its signing keys differ, and says what they would lose (REPLICA-14)', async () => {
    await place.start(environment())
    const given = join(place.dataDir, 'other-signing-keys')
    await writeFile(given, await makeSecret.signingKeys())
    const other = await runServer({ ...environment(), SIGNING_KEYS_FILE: given })
    expect(other.stderr).toMatch(oneSentence)
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringContaining('blocks, private noes and reports'),
    ])
    // A lost file isn't replaced by a new one.
    const kept = join(place.dataDir, 'secrets', 'signing-keys.json')
    await rename(kept, given)
    const lost = await runServer(environment())
    expect([lost.code, lost.stderr]).toEqual([1, expect.stringContaining('signing-keys.json is missing')])
    expect(await readdir(join(place.dataDir, 'secrets'))).not.toContain('signing-keys.json')
    // As docs/operations.md says for keys that are lost forever.
    await owner.run(sql`UPDATE installation SET signing = NULL`)
    await place.start(environment())
  })

  it('logs a warning if its PUBLIC_URL differs (REPLICA-15)', async () => {
    const first = await place.start(environment())
    const second = await place.start({ ...environment(), PUBLIC_URL: 'http://127.0.0.1:3000' })
    const ended = [await first.kill('SIGTERM'), await second.kill('SIGTERM')]
    expect(ended.map(({ stdout }) => stdout.includes('PUBLIC_URL is another address'))).toEqual([false, true])
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
