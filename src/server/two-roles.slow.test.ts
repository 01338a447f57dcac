import { describe, expect, it } from 'vitest'
import { startEmbeddedDatabase } from './platform/database/embedded/embedded-database.ts'
import { sql } from './platform/database/index.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { dataDirForEach, oneSentence } from './testing/data-dir-for.ts'
import { logIn, register } from './testing/people.ts'
import { runServer } from './testing/server-process.ts'
import { silentLogger } from './testing/silent-logger.ts'
import { createTestDatabase } from './testing/test-database.ts'

const ownsEvidence = 'the role of DATABASE_URL may change the audit trail and the log of seals'

describe('the server process with its two roles', () => {
  const place = dataDirForEach()
  const { start } = place

  it('warns if its only role owns the evidence', async () => {
    const database = await createTestDatabase()
    const server = await start({ DATABASE_URL: database.ownerConnectionString })
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    expect((await server.kill('SIGTERM')).stdout).toContain(ownsEvidence)
    await database.drop()
  })

  it('creates the schema as the role of MIGRATIONS_DATABASE_URL and serves as the role of DATABASE_URL, which can’t do it itself (RUN-10)', async () => {
    const database = await createTestDatabase()
    const owner = openDatabase(database.ownerConnectionString, { logger: silentLogger, maxConnections: 1 })
    await owner.run(sql`DROP SCHEMA public, graphile_worker CASCADE`)
    await owner.run(sql`CREATE SCHEMA public`)
    const serving = { DATA_DIR: place.dataDir, DATABASE_URL: database.connectionString }
    const alone = await runServer(serving)
    expect(alone.code).toBe(1)
    expect(alone.stderr).toMatch(oneSentence)
    expect(alone.stderr).toContain(
      'give in MIGRATIONS_DATABASE_URL the login of the role that owns the tables',
    )

    const server = await start({ ...serving, MIGRATIONS_DATABASE_URL: database.ownerConnectionString })
    const ada = await register(server.served)
    expect(ada.id).toBeTruthy()
    const users = sql`SELECT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE relname = 'users'`
    expect(await owner.row(users)).toEqual({ owner: 'assent' })
    expect((await server.kill('SIGTERM')).stdout).not.toContain(ownsEvidence)
    const again = await start(serving)
    expect((await fetch(`${again.origin}/readyz`)).status).toBe(200)
    await again.kill('SIGTERM')
    await owner.close()
    await database.drop()
  })

  it('refuses MIGRATIONS_DATABASE_URL without DATABASE_URL', async () => {
    const ending = await runServer({
      DATA_DIR: place.dataDir,
      MIGRATIONS_DATABASE_URL: 'postgresql://a@127.0.0.1/b',
    })
    expect(ending.stderr).toContain('MIGRATIONS_DATABASE_URL is set without DATABASE_URL')
  })

  it('takes over the data of a version with one role for owning and serving', async () => {
    const first = await start()
    const ada = await register(first.served)
    await first.kill('SIGTERM')
    const embedded = await startEmbeddedDatabase(place.dataDir)
    const admin = Object.assign(new URL(embedded.adminConnectionString), { pathname: '/assent' }).href
    const database = openDatabase(admin, { logger: silentLogger, maxConnections: 1 })
    await database.run(sql`DROP POLICY serving ON graphile_worker._private_jobs`)
    await database.run(sql`DROP OWNED BY assent_server`)
    await database.run(sql`DROP ROLE assent_server`)
    await database.close()
    await embedded.stop()
    const second = await start()
    expect((await logIn(second.served, ada.email)).status).toBe(200)
    const ending = await second.kill('SIGTERM')
    expect(ending.stdout).not.toContain(ownsEvidence)
  })
})
