import { spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { stopLeftServer } from './platform/database/embedded/stop-left-server.ts'
import { expectSealed } from './testing/expect-sealed.ts'
import { type KillableServer, startKillableServer } from './testing/killable-server.ts'
import { type ObjectStore, startObjectStore } from './testing/object-store.ts'
import { type Person, register } from './testing/people.ts'
import { completeRecord } from './testing/records.ts'
import { runServer, type ServerProcess, startServer } from './testing/server-process.ts'
import { createEmptyDatabase } from './testing/test-database.ts'

let killable: KillableServer
let record = { id: '', creator: {} as Person }
let s3: ObjectStore
let place: Awaited<ReturnType<typeof createEmptyDatabase>>
/** The machine that everything comes back to. */
let back = ''
/** What belongs to the new places, added to what every command is told. */
const elsewhere = { database: {} as Record<string, string>, bucket: {} as Record<string, string> }

beforeAll(async () => {
  killable = await startKillableServer()
  const creator = await register(killable.served)
  record = { id: await completeRecord(killable.served, creator), creator }
  s3 = await startObjectStore()
  place = await createEmptyDatabase()
  back = await mkdtemp(join(tmpdir(), 'assent-back-'))
  const serving = new URL(inject('databaseServer').connectionString)
  serving.pathname = new URL(place.ownerConnectionString).pathname
  elsewhere.database = { MIGRATIONS_DATABASE_URL: place.ownerConnectionString, DATABASE_URL: serving.href }
  elsewhere.bucket = {
    S3_BUCKET: s3.options.bucket,
    S3_ENDPOINT: s3.options.endpoint,
    S3_ACCESS_KEY_ID: s3.options.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.options.credentials.secretAccessKey,
  }
})
afterAll(async () => {
  await killable.close()
  await stopLeftServer(back)
  await rm(back, { recursive: true, force: true })
  await s3.close()
  await place.drop()
})

type Run = { code: number | null; said: string }

/** Runs a script to its end, or kills it as a power cut would when it has said `until`, or when `until` resolves. */
async function run(
  script: string,
  args: string[],
  environment: Record<string, string>,
  until?: { says: string | RegExp } | Promise<unknown>,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<Run> {
  const path = new URL(`../../scripts/${script}`, import.meta.url).pathname
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let isTold = false
  const tell = () => {
    // A second signal would end it at once.
    if (!isTold) child.kill(signal)
    isTold = true
  }
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (until && 'says' in until && said.match(until.says)) tell()
    })
  if (until instanceof Promise) until.then(tell)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

/** Resolves when so many files have arrived in the bucket. */
function arrived(count: number): Promise<void> {
  return new Promise((resolve) => {
    let puts = 0
    s3.onPut = (_, bytes) => {
      puts += 1
      if (puts === count) resolve()
      return bytes
    }
  })
}

/** Everything is there, and the record opens for who made it. */
async function expectWhole(environment: Record<string, string>): Promise<void> {
  const checked = await run('check-restore.ts', [], environment)
  expect(checked.said).toContain('All of it is there.')
  expect(checked.code).toBe(0)
  const server = await startServer({ ...environment, EMAIL_CODE: 'never', RATE_LIMITS: 'off' })
  try {
    await expectRecord(server)
  } finally {
    await server.kill('SIGTERM')
  }
}

async function expectRecord({ origin }: ServerProcess): Promise<void> {
  const login = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: record.creator.email, password: 'Correct-Horse-7' }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${origin}/api/records/${record.id}/files/record.pdf`, { headers })).status).toBe(200)
}

const toServer = () => [
  'database',
  '--to',
  place.ownerConnectionString,
  '--serving',
  elsewhere.database['DATABASE_URL'] ?? '',
]

it('takes an installation to a server and a bucket, killed in the middle of both (MOVE-1, MOVE-2, MOVE-3, MOVE-4, MOVE-9, MOVE-8, MOVE-10, MOVE-13, MOVE-14, MOVE-17)', async () => {
  await expectSealed(killable.served, record)
  const here = { DATA_DIR: killable.dataDir }
  const served = await run('move.ts', toServer(), here)
  expect(served).toMatchObject({
    code: 2,
    said: expect.stringContaining('Another process is already serving'),
  })
  await killable.kill()

  const withoutPassword = Object.assign(new URL(place.ownerConnectionString), { password: '' }).href
  const rehearsed = await run('move.ts', ['database', '--to', withoutPassword, '--dry-run'], {
    ...here,
    PGPASSWORD: decodeURIComponent(new URL(place.ownerConnectionString).password),
  })
  expect(rehearsed).toMatchObject({ code: 0, said: expect.stringContaining('Nothing was changed.') })
  expect((await run('move.ts', toServer(), here, { says: /rows in \d+ tables/ })).code).toBeNull()
  const half = await runServer(here)
  expect([half.code, half.stderr]).toEqual([1, expect.stringContaining('is being moved to')])
  expect((await runServer({ ...here, ...elsewhere.database })).stderr).toContain('unfinished half of a move')
  expect((await run('move.ts', toServer(), here, { says: 'same on both sides' })).code).toBeNull()
  const moved = await run('move.ts', toServer(), here)
  expect(moved.said).toContain('are there from an earlier run')
  expect(moved.said).toMatch(/same on both sides: public\.audit_events, \d+ rows, SHA-256 [0-9a-f]{64}/)
  expect(moved.said).toContain('sealed documents agree with their files')
  expect(moved.said).toContain(`SEAL_KEY_FILE=${join(killable.dataDir, 'secrets', 'seal-key.pem')}`)
  expect(moved.said).not.toContain(new URL(place.ownerConnectionString).password)
  expect(moved.code).toBe(0)
  const old = await runServer(here)
  expect([old.code, old.stderr]).toEqual([1, expect.stringMatching(/This database was moved to .* --undo/)])

  const rowsElsewhere = { ...here, ...elsewhere.database }
  const all = { ...rowsElsewhere, ...elsewhere.bucket }
  expect((await run('move.ts', ['files', '--to', 's3'], all, arrived(4))).code).toBeNull()
  expect((await runServer(rowsElsewhere)).stderr).toContain(
    'The stored files are being moved to the bucket assent',
  )
  expect((await runServer(all)).stderr).toContain('The store is not the one')
  const files = await run('move.ts', ['files', '--to', 's3'], all)
  expect(files).toMatchObject({ code: 0, said: expect.stringContaining('S3_BUCKET=assent') })
  expect(files.said).not.toMatch(/UNKNOWN|MISSING/)
  expect((await runServer(rowsElsewhere)).stderr).toContain(
    'The stored files were moved to the bucket assent',
  )
  await expectTakenBack(all)
  expect((await run('move.ts', ['files', '--to', 's3'], all)).code).toBe(0)
  await expectWhole(all)
}, 600_000)

/** An ID is destroyed in the bucket; then the move of the files is taken back by three, of which one is killed and two come together. */
async function expectTakenBack(all: Record<string, string>): Promise<void> {
  const undo = ['files', '--to', 's3', '--undo']
  for (const flags of [['--dry-run'], ['--gone', '--dry-run']])
    expect(await run('move.ts', [...undo, ...flags], all)).toMatchObject({
      code: 2,
      said: expect.stringContaining('usage'),
    })
  const path = [...s3.objects.keys()].find((name) => name.includes('/id_documents/')) ?? ''
  const destroyed = path.replace('/assent/', '')
  await destroyRow(destroyed.replace('id_documents/', ''))
  s3.objects.delete(path)

  const closing = new Promise<void>((resolve) => {
    s3.onPut = (put, bytes) => {
      if (put.endsWith('/installation/move')) resolve()
      return bytes
    }
  })
  expect((await run('move.ts', undo, all, closing)).code).toBeNull()
  expect((await runServer({ DATA_DIR: killable.dataDir, ...elsewhere.database })).stderr).toContain(
    'The stored files were moved to the bucket assent',
  )
  const both = await Promise.all([run('move.ts', undo, all), run('move.ts', undo, all)])
  expect(both.map(({ code }) => code).sort()).toEqual([0, 2])
  expect(both.find(({ code }) => code === 0)?.said).toContain('was taken back')
  expect(await readdir(join(killable.dataDir, 'files'), { recursive: true })).not.toContain(destroyed)
  s3.objects.clear()
}

async function destroyRow(path: string): Promise<void> {
  const client = new pg.Client({ connectionString: place.ownerConnectionString })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      'UPDATE documents SET destroyed_at = now(), erased_at = now() WHERE path = $1',
      [path],
    )
    expect(rowCount).toBe(1)
  } finally {
    await client.end()
  }
}

it('brings it back onto one machine, killed and interrupted in the middle (MOVE-1, MOVE-2, MOVE-8, MOVE-9, MOVE-12)', async () => {
  await cp(join(killable.dataDir, 'secrets'), join(back, 'secrets'), { recursive: true })
  // The embedded database there gets a password of its own.
  await rm(join(back, 'secrets', 'database-password'))
  const all = { DATA_DIR: back, ...elsewhere.database, ...elsewhere.bucket }
  const backHere = ['database', '--to', 'embedded']
  const rehearsed = await run('move.ts', [...backHere, '--dry-run'], all)
  expect(rehearsed).toMatchObject({ code: 0, said: expect.stringContaining('Nothing was changed.') })
  expect(await readdir(back)).toEqual(['secrets'])
  expect((await run('move.ts', backHere, all, { says: /rows in \d+ tables/ })).code).toBeNull()
  const stopped = await run('move.ts', backHere, all, { says: 'same on both sides' }, 'SIGINT')
  expect(stopped).toMatchObject({ code: 130, said: expect.stringContaining('the same command goes on') })
  const rows = await run('move.ts', backHere, all)
  expect(rows).toMatchObject({ code: 0, said: expect.stringContaining('Unset DATABASE_URL') })
  expect((await runServer(all)).stderr).toContain('This database was moved to the embedded database in')

  const bucketOnly = { DATA_DIR: back, ...elsewhere.bucket }
  const killed = await run('move.ts', ['files', '--to', 'folder'], bucketOnly, { says: /\d+ files/ })
  expect(killed.code).toBeNull()
  const files = await run('move.ts', ['files', '--to', 'folder'], bucketOnly)
  expect(files).toMatchObject({ code: 0, said: expect.stringContaining('Unset S3_BUCKET') })
  await expectWhole({ DATA_DIR: back })
}, 600_000)
