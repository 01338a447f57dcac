import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkRecord } from './testing/check-record.ts'
import { dataDirForEach, oneSentence } from './testing/data-dir-for.ts'
import { logInAgain } from './testing/people.ts'
import { runScript, runServer } from './testing/server-process.ts'
import { createEmptyDatabase } from './testing/test-database.ts'

/** The data that version 0.2.0 wrote for `npm run demo` (docs/upgrade.md describes how it was made). */
const kept = join(import.meta.dirname, 'testing', 'installation-0.2.0')

type Verification = { id: string; status: string }
type OwnerView = { documents: Record<string, { document: { url: string } }> }

const place = dataDirForEach()
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
beforeEach(async () => {
  database = await createEmptyDatabase()
  await run(await readFile(join(kept, 'database.sql'), 'utf8'))
  for (const folder of ['files', 'secrets'])
    await cp(join(kept, folder), join(place.dataDir, folder), { recursive: true })
})
afterEach(() => database.drop())

async function run(statements: string): Promise<void> {
  const client = new pg.Client(database.ownerConnectionString)
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}

const environment = () => ({
  DATA_DIR: place.dataDir,
  DATABASE_URL: database.ownerConnectionString,
  // Keeps its photos for ten years.
  RETENTION_DAYS: '3650',
})

it('ends a check that was in progress under 0.2.0, and keeps each result and each session to redact (RUN-45)', async () => {
  await run(`INSERT INTO identity_checks (user_id, provider, state, claimed_name, name_sha256, session_id, age_over_18,
      name_agrees, face_matched, started_at, ended_at, begun_on)
    SELECT id, 'Stripe Identity', 'open', 'Ada', repeat('0', 64), 'vs_1', NULL::boolean, NULL::boolean, NULL::boolean,
      now(), NULL::timestamptz, now() FROM users WHERE email LIKE 'ada-%'
    UNION ALL
    SELECT id, 'Stripe Identity', 'checked', NULL, repeat('0', 64), 'vs_2', true, true, true, now(), now(), now()
    FROM users WHERE email LIKE 'ada-%'`)
  const { kill } = await place.start(environment())
  await kill('SIGTERM')
  const client = new pg.Client(database.ownerConnectionString)
  await client.connect()
  const { rows } =
    await client.query(`SELECT state, claimed_name, session_id, face_matched, ended_at IS NOT NULL AS is_over
    FROM identity_checks ORDER BY session_id`)
  await client.end()
  expect(rows).toEqual([
    { state: 'cancelled', claimed_name: null, session_id: 'vs_1', face_matched: null, is_over: true },
    { state: 'checked', claimed_name: null, session_id: 'vs_2', face_matched: true, is_over: true },
  ])
})

it('upgrades an installation of 0.2.0 to this version: accounts can sign in, records verify, files open (RUN-45)', async () => {
  const { origin, served, kill } = await place.start(environment())
  const email = /'(ada-\w+@example\.com)'/.exec(await readFile(join(kept, 'database.sql'), 'utf8'))?.[1]
  const { headers } = await logInAgain(served, { email: String(email) }, 'Quiet-harbour-42')
  const open = async (path: string) => {
    const answer = await fetch(new URL(path, origin), { headers })
    expect([path, answer.status]).toEqual([path, 200])
    return answer
  }

  const history = (await (await open('/api/verifications')).json()) as { items: Verification[] }
  const states = history.items.map(({ status }) => status).sort()
  expect(states).toEqual(['cancelled', 'expired', 'pending', 'rejected', 'verified', 'withdrawn'])
  const { id } = history.items.find(({ status }) => status === 'verified') as Verification
  const keep = async (name: string, path: string) =>
    writeFile(join(place.dataDir, name), Buffer.from(await (await open(path)).arrayBuffer()))
  await keep('record.pdf', `/api/records/${id}/files/record.pdf`)
  await keep('record.json', `/api/records/${id}/files/record.json`)
  await keep('seal.pem', '/api/transparency/certificate')
  const record = await checkRecord(place.dataDir, 'record.pdf', 'record.json', '--certificate', 'seal.pem')
  expect(record).toMatchObject({ exitCode: 0 })
  const { documents } = (await (await open(`/api/verifications/${id}`)).json()) as OwnerView
  for (const { document } of Object.values(documents))
    expect((await open(document.url)).headers.get('content-type')).toBe('image/jpeg')
  await kill('SIGTERM')
  const checked = await runScript('check-restore.ts', environment())
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('Everything is there.') })
})

it('refuses a database from before 0.2.0, and one of a later version (RUN-46)', async () => {
  await run(`INSERT INTO schema_migrations (version, name, sha256) VALUES (9999, '9999_later.sql', '')`)
  const later = await runServer(environment())
  expect([later.code, later.stderr]).toEqual([1, expect.stringContaining('9999_later.sql')])
  await run(`DELETE FROM schema_migrations WHERE version > 1;
    UPDATE schema_migrations SET name = '0001_accounts.sql', sha256 = ''`)
  const before = await runServer(environment())
  expect([before.code, before.stderr]).toEqual([1, expect.stringContaining('before 0.2.0')])
  for (const { stderr } of [later, before]) expect(stderr).toMatch(oneSentence)
})
