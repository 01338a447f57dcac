import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { dataDirForEach, oneSentence } from './testing/data-dir-for.ts'
import { startKeyService } from './testing/key-service.ts'
import { register } from './testing/people.ts'
import { completeRecord, expectSealed } from './testing/records.ts'
import {
  type Ending,
  findPostmaster,
  launchServer,
  runServer,
  type ServerProcess,
} from './testing/server-process.ts'
import { createEmptyDatabase, createTestDatabase } from './testing/test-database.ts'

describe('the server process', () => {
  const place = dataDirForEach()
  const { start } = place
  /** Whether a process runs; a zombie doesn't count. */
  async function isRunning(pid: number): Promise<boolean> {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
    return stat !== null && !/\) [ZX] /.test(stat)
  }
  const post = (server: ServerProcess, path: string, body: object) =>
    fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const login = { email: 'ada@example.com', password: 'Quiet-harbour-42' }
  const registration = {
    ...login,
    data: {
      full_name: 'Ada Lovelace',
      date_of_birth: '1990-04-17',
      address: '1 Harbour Street, Bristol',
      sex: 'female',
      phone_number: '+447700900123',
    },
  }

  it('keeps acknowledged data when it is killed, alone or with its database, and refuses a second process (RUN-7)', async () => {
    const first = await start({ RATE_LIMITS: 'off' })
    const before = await findPostmaster(place.dataDir)
    expect((await post(first, '/auth/v1/signup', registration)).status).toBe(200)
    expect(await first.kill('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
    expect(await isRunning(before?.pid ?? 0)).toBe(true)

    const second = await start({ RATE_LIMITS: 'off' })
    expect(await isRunning(before?.pid ?? 0)).toBe(false)
    expect((await post(second, '/auth/v1/token?grant_type=password', login)).status).toBe(200)
    const refused = await runServer({ DATA_DIR: place.dataDir })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(oneSentence)
    expect(refused.stderr).toContain(`Another process is already serving from ${place.dataDir}`)
    expect((await fetch(`${second.origin}/readyz`)).status).toBe(200)

    const later = { ...login, email: 'later@example.com' }
    expect((await post(second, '/auth/v1/signup', { ...registration, ...later })).status).toBe(200)
    const database = await findPostmaster(place.dataDir)
    process.kill(database?.pid ?? 0, 'SIGKILL')
    await second.kill('SIGKILL')
    const third = await start({ RATE_LIMITS: 'off' })
    expect((await findPostmaster(place.dataDir))?.pid).not.toBe(database?.pid)
    expect((await post(third, '/auth/v1/token?grant_type=password', later)).status).toBe(200)
  })

  it('exits with 0 and stops its database on SIGTERM, on SIGINT and when its parent process is gone', async () => {
    const endings: ((server: ServerProcess) => Promise<Ending>)[] = [
      (server) => server.kill('SIGTERM'),
      (server) => server.kill('SIGINT'),
      (server) => server.disconnect(),
    ]
    for (const end of endings) {
      const server = await start()
      const database = await findPostmaster(place.dataDir)
      expect(await end(server)).toMatchObject({ code: 0, signal: null, stderr: '' })
      expect(await isRunning(database?.pid ?? 0)).toBe(false)
      expect(await findPostmaster(place.dataDir)).toBeNull()
    }
  })

  it('refuses a port in use before it touches DATA_DIR', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const ending = await runServer({ DATA_DIR: place.dataDir, PORT: port })
    other.close()
    expect(ending.code).toBe(1)
    expect(ending.stderr).toMatch(oneSentence)
    expect(ending.stderr).toContain(`Port ${port} on 127.0.0.1 is in use`)
    expect(await findPostmaster(place.dataDir)).toBeNull()
  })

  it('refuses a DATA_DIR that can’t be created or written, even as root (RUN-40)', async () => {
    const [file, readOnly] = [join(place.dataDir, 'file'), join(place.dataDir, 'read-only')]
    await writeFile(file, '')
    await mkdir(readOnly, { mode: 0o500 })
    // Root can write to any folder except the kernel's own.
    const cannotWrite = process.getuid?.() === 0 ? '/proc' : readOnly
    for (const dataDir of [join(file, 'below'), '/proc/x', cannotWrite]) {
      const ending = await runServer({ DATA_DIR: dataDir })
      expect(ending.code).toBe(1)
      expect(ending.stderr).toMatch(oneSentence)
      expect(ending.stderr).toMatch(`DATA_DIR ${dataDir} cannot be written`)
    }
  })

  it('names every wrong file of the settings before it starts a database (RUN-49)', async () => {
    const wrong = join(place.dataDir, 'wrong')
    await writeFile(wrong, '{}')
    const variables = [
      'SIGNING_KEYS_FILE',
      'SEAL_KEY_FILE',
      'DOCUMENT_KEY_FILE',
      'TSA_ROOTS_FILE',
      'LOCAL_HELP_FILE',
      'WALLET_LISTS_FILE',
    ]
    const files = Object.fromEntries(variables.map((name, index) => [name, `${wrong}-${index}`]))
    const missing = await runServer({ DATA_DIR: place.dataDir, TSA_URL: 'http://localhost:1', ...files })
    expect(missing.code).toBe(1)
    const named = variables.map((name, index) => expect.stringMatching(`^${name} names ${wrong}-${index}, `))
    expect(missing.stderr.trim().split('\n')).toEqual(named)
    const other = await runServer({ DATA_DIR: place.dataDir, LOG_WITNESSES_FILE: wrong })
    expect([other.code, other.stderr]).toEqual([1, expect.stringMatching(`^${wrong} has a line that `)])
    const keys = await runServer({ DATA_DIR: place.dataDir, WALLET_KEYS_DIR: wrong })
    expect([keys.code, keys.stderr]).toEqual([1, expect.stringMatching('^WALLET_KEYS_DIR cannot be read: ')])
    expect(await readdir(place.dataDir)).toEqual(['wrong'])
  })

  it.skipIf(process.getuid?.() !== 0)(
    'says that the disk is full if it can’t start for that reason (RUN-50)',
    async () => {
      const mount = promisify(execFile)
      await mount('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=0755', 'none', place.dataDir])
      try {
        const ending = await runServer({ DATA_DIR: place.dataDir })
        expect(ending.code).toBe(1)
        expect(ending.stderr).toMatch(oneSentence)
        expect(ending.stderr).toContain(`The disk of DATA_DIR ${place.dataDir} is full`)
      } finally {
        await mount('umount', [place.dataDir])
      }
    },
  )

  it('refuses a DATABASE_URL that doesn’t answer, without repeating its password', async () => {
    const ending = await runServer({
      DATA_DIR: place.dataDir,
      DATABASE_URL: 'postgresql://me:hunter2@127.0.0.1:1/assent',
    })
    expect(ending.code).toBe(1)
    expect(ending.stderr).toMatch(oneSentence)
    expect(ending.stderr).toContain('DATABASE_URL points to 127.0.0.1:1, where no PostgreSQL can be reached')
    expect(ending.stderr).not.toContain('hunter2')
  })

  it('refuses a DATABASE_URL whose database doesn’t exist or whose password is wrong', async () => {
    const database = await createTestDatabase()
    const url = new URL(database.connectionString)
    url.pathname = '/nowhere'
    expect((await runServer({ DATA_DIR: place.dataDir, DATABASE_URL: url.href })).stderr).toMatch(
      /no database nowhere/,
    )
    url.password = 'hunter2'
    expect((await runServer({ DATA_DIR: place.dataDir, DATABASE_URL: url.href })).stderr).toMatch(
      /refuses the user or password/,
    )
    await database.drop()
  })

  it('exits with one sentence if PostgreSQL has no connection left, at once or during its start (RUN-25)', async () => {
    const source = await createTestDatabase()
    for (const left of [0, 4]) {
      await source.limitConnections(left)
      const ending = await runServer({ DATA_DIR: place.dataDir, DATABASE_URL: source.connectionString })
      expect([left, ending.code, ending.stderr]).toEqual([left, 1, expect.stringMatching(oneSentence)])
      expect(ending.stderr).toMatch(
        /has no connection left for a process, which takes up to 20: raise max_conn/,
      )
    }
    await source.drop()
  })

  it('refuses a MIGRATIONS_DATABASE_URL of another database, and writes to neither (RUN-29)', async () => {
    const databases = await Promise.all([createEmptyDatabase(), createEmptyDatabase()])
    const [here, elsewhere] = databases.map(({ ownerConnectionString }) => ownerConnectionString)
    const env = { DATABASE_URL: here ?? '', MIGRATIONS_DATABASE_URL: elsewhere ?? '' }
    const ending = await runServer({ DATA_DIR: place.dataDir, ...env })
    expect([ending.code, ending.stderr]).toEqual([1, expect.stringMatching(oneSentence)])
    expect(ending.stderr).toMatch(/^MIGRATIONS_DATABASE_URL leads to another database than DATABASE_URL/)
    for (const connectionString of [here, elsewhere]) {
      const client = new pg.Client({ connectionString })
      await client.connect()
      const { rows } = await client.query(
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace",
      )
      await client.end()
      expect(rows).toEqual([])
    }
    await Promise.all(databases.map(({ drop }) => drop()))
  })

  it('refuses a database of a newer version, and a clock behind its newest migration (RUN-10, RUN-42)', async () => {
    const source = await createTestDatabase()
    const owner = new pg.Client({ connectionString: source.ownerConnectionString })
    await owner.connect()
    const refused = async (statement: string) => {
      await owner.query(statement)
      const ending = await runServer({ DATA_DIR: place.dataDir, DATABASE_URL: source.connectionString })
      expect([ending.code, ending.stderr]).toEqual([1, expect.stringMatching(oneSentence)])
      return ending.stderr
    }
    expect(await refused("UPDATE schema_migrations SET applied_at = now() + interval '1 day'")).toMatch(
      /^The clock of this machine says .+, and the database was last migrated at .+: have a time server/,
    )
    expect(
      await refused(
        "INSERT INTO schema_migrations (version, name, sha256) VALUES (9999, '9999_later.sql', '')",
      ),
    ).toMatch(/^The database already has migration 9999_later\.sql, .+: start a version at least as new as/)
    await owner.end()
    await source.drop()
  })

  it('names a store that doesn’t answer (RUN-30)', async () => {
    const source = await createTestDatabase()
    const ending = await runServer({
      DATA_DIR: place.dataDir,
      DATABASE_URL: source.connectionString,
      S3_BUCKET: 'documents',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'hunter2',
    })
    expect([ending.code, ending.stderr]).toEqual([1, expect.stringMatching(oneSentence)])
    expect(ending.stderr).toContain(
      'cannot be reached in the store of S3_BUCKET at http://127.0.0.1:1 (ECONNREFUSED)',
    )
    expect(ending.stderr).not.toContain('hunter2')
    await source.drop()
  })

  it('names a key service that doesn’t answer (RUN-31)', async () => {
    const ending = await runServer({
      DATA_DIR: place.dataDir,
      KMS_KEY_ID: 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab',
      AWS_ENDPOINT_URL_KMS: 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'hunter2',
    })
    expect([ending.code, ending.stderr]).toEqual([1, expect.stringMatching(oneSentence)])
    expect(ending.stderr).toContain('The key service of KMS_KEY_ID gives no key (ECONNREFUSED)')
    expect(ending.stderr).not.toContain('hunter2')
  })

  it('encrypts and opens the files of a record with keys of the key service', async () => {
    const keys = await startKeyService()
    const source = await createTestDatabase()
    try {
      const { AWS_ENDPOINT_URL_KMS = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env
      const server = await start({
        DATABASE_URL: source.connectionString,
        KMS_KEY_ID: keys.keyId,
        ...{ AWS_ENDPOINT_URL_KMS, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY },
        ...{ EMAIL_CODE: 'never', RATE_LIMITS: 'off' },
      })
      const { served } = server
      const creator = await register(served)
      const id = await completeRecord(served, creator)
      await expectSealed(served, { id, creator })
      const pdf = await served.app.request(`/api/records/${id}/files/record.pdf`, creator)
      expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-/)
      expect(await server.kill('SIGTERM')).toMatchObject({ code: 0 })
    } finally {
      await source.drop()
      await keys.close()
    }
  })

  it('serves from the PostgreSQL of DATABASE_URL and starts none itself', async () => {
    const database = await createTestDatabase()
    const server = await start({ DATABASE_URL: database.connectionString })
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    expect(await findPostmaster(place.dataDir)).toBeNull()
    expect((await server.kill('SIGTERM')).code).toBe(0)
    await database.drop()
  })

  it('isn’t ready before its job workers run (RUN-26)', async () => {
    const source = await createTestDatabase()
    const owner = new pg.Client(source.ownerConnectionString)
    await owner.connect()
    await owner.query('BEGIN')
    // The workers start after releasing the jobs of dead processes.
    await owner.query('LOCK TABLE graphile_worker._private_jobs')
    const server = await launchServer({ DATA_DIR: place.dataDir, DATABASE_URL: source.connectionString })
    const readiness = () =>
      fetch(`${server.origin}/readyz`).then(
        async (answer) => [answer.status, ((await answer.json()) as { reason?: string }).reason],
        () => null,
      )
    try {
      await expect.poll(readiness).toEqual([503, 'This process is starting.'])
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
      await owner.query('COMMIT')
      await server.serving
      expect(await readiness()).toEqual([200, undefined])
    } finally {
      await owner.end()
      await server.kill('SIGTERM')
      await source.drop()
    }
  })

  it('refuses to serve others without the public address and the mail settings', async () => {
    const ending = await runServer({ DATA_DIR: place.dataDir, NODE_ENV: 'production' })
    expect(ending.code).toBe(1)
    expect(ending.stderr.trim().split('\n')).toEqual([
      expect.stringContaining('PUBLIC_URL=https://'),
      expect.stringMatching(/SMTP_URL=smtps:.*EMAIL_CODE=never/),
    ])
    expect(await findPostmaster(place.dataDir)).toBeNull()
  })

  it('has simulators and pages for developers on this machine, and neither if others are served (PAY-18, RUN-9, WALLET-12)', async () => {
    const simulated = () => readFile(join(place.dataDir, 'stripe-simulator.json'), 'utf8').catch(() => null)
    const wallet = () => readdir(join(place.dataDir, 'wallet-simulator/roots')).catch(() => null)
    const offered = async (origin: string) =>
      ((await (await fetch(`${origin}/api/wallets`)).json()) as { offered: string[] }).offered
    const others = [
      { PUBLIC_URL: 'https://assent.example' },
      { PUBLIC_URL: 'http://localhost:3000', NODE_ENV: 'production', EMAIL_CODE: 'never' },
    ]
    for (const environment of others) {
      const server = await start(environment)
      expect((await fetch(`${server.origin}/dev/outbox`)).status).toBe(404)
      expect((await fetch(`${server.origin}/metrics`)).status).toBe(404)
      expect(await offered(server.origin)).toEqual([])
      expect((await server.kill('SIGTERM')).code).toBe(0)
      expect(await simulated()).toBeNull()
      expect(await wallet()).toBeNull()
    }
    const own = await start()
    expect((await fetch(`${own.origin}/dev/outbox`)).status).toBe(200)
    expect((await fetch(`${own.origin}/metrics`)).status).toBe(200)
    expect(await simulated()).not.toBeNull()
    expect((await wallet())?.sort()).toEqual((await offered(own.origin)).sort())
  })

  it('names every mistake in its environment', async () => {
    const ending = await runServer({ DATA_DIR: place.dataDir, LOG_LEVEL: 'loud', RATE_LIMITS: 'some' })
    expect(ending.code).toBe(1)
    expect(ending.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^RATE_LIMITS must be on or off/),
      expect.stringMatching(/^LOG_LEVEL must be /),
    ])
  })
})
