import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { verifyTrails } from '../audit/index.ts'
import { sql } from '../platform/database/index.ts'
import { verifySeals } from '../records/index.ts'
import { makeDraft } from '../testing/drafts.ts'
import { storedFiles } from '../testing/kept.ts'
import {
  ageCreation,
  create,
  createVerification,
  enter,
  type Person,
  personCreation,
  postJson,
  register,
  registerPaying,
  submitWhole,
} from '../testing/people.ts'
import { mailedLink } from '../testing/records.ts'
import { buy, cards, openPlanShop, type PlanShop, settleDown } from '../testing/simulated-stripe.ts'
import { eraseAccountsJob } from './index.ts'

const dayMs = 24 * 60 * 60 * 1000

let test: PlanShop
beforeEach(async () => {
  test = await openPlanShop()
})
afterEach(() => test.close())

/**
 * Every cell of every table in which one of these texts stands, jobs and mails included: `table.column` and the row's
 * own key.
 */
async function cellsWith(texts: readonly string[]): Promise<{ cell: string; row: string }[]> {
  const columns = await test.database.rows<{ schema: string; table: string; column: string }>(sql`
    SELECT c.table_schema AS schema, c.table_name AS table, c.column_name AS column
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE t.table_type = 'BASE TABLE' AND c.table_schema NOT IN ('pg_catalog', 'information_schema')`)
  expect(columns.length).toBeGreaterThan(150)
  const found: { cell: string; row: string }[] = []
  await test.asOwner(async (owner) => {
    for (const { schema, table, column } of columns) {
      const statement = {
        text: `SELECT kept::text AS row FROM "${schema}"."${table}" kept WHERE "${column}"::text ILIKE ANY($1)`,
        values: [texts.map((text) => `%${text}%`)],
      }
      const rows = await owner.rows<{ row: string }>(statement as never)
      for (const { row } of rows) found.push({ cell: `${table}.${column}`, row })
    }
  })
  return found
}

/** The texts that stand in a folder's files or their names, encrypted ones opened where they can be. */
async function filesWith(texts: readonly string[]): Promise<string[]> {
  const root = join(test.dataDir, 'files')
  const found: string[] = []
  for (const path of await storedFiles(test)) {
    const [bucket = '', ...rest] = path.slice(root.length + 1).split('/')
    const address = { bucket: bucket as 'records', path: rest.join('/') }
    const content = Buffer.from((await test.platform.storage.get(address)) ?? []).toString('utf8')
    if (texts.some((text) => content.includes(text) || path.includes(text)))
      found.push(`${bucket}/${rest.at(-1)}`)
  }
  return found
}

/** The mails in the outbox in which one of these texts stands. */
async function mailsWith(texts: readonly string[]): Promise<string[]> {
  const folder = join(test.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const contents = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]),
  )
  return contents
    .filter(([, content]) => texts.some((text) => content?.includes(text)))
    .map(([name = '']) => name)
}

/** A person who did everything that can be done, with a record of theirs and one to which they were invited. */
async function livesFully(person: Person, other: Person): Promise<{ made: string; received: string }> {
  await buy(test, person, cards.pays)
  await settleDown(test)
  const own = { fullName: 'Zofia Quixley', signature: 'Zofia Quixley' }
  const record = await create(test, person, { ...(await ageCreation(test, person)), ...own })
  const made = ((await record.json()) as { id: string }).id
  const sam = await enter(test, made)
  expect((await submitWhole(test, sam)).status).toBe(200)
  const hold = { reason: 'Zofia Quixley reported it.' }
  expect((await postJson(test, `/api/records/${made}/hold`, hold, person.headers)).status).toBe(201)
  await create(test, person, { ...(await ageCreation(test, person)), ...own })
  const cancelled = await createVerification(test, person, { type: 'person' })
  await postJson(test, `/api/verifications/${cancelled.id}/cancel`, {}, person.headers)
  await ageCreation(test, person)
  await postJson(test, '/api/feedback', { rating: 2, comment: 'Quite Unusual' }, person.headers)
  await postJson(test, '/api/identity-check', { fullName: 'Zofia Quixley' }, person.headers)
  await postJson(
    test,
    '/api/verifications',
    { ...personCreation(test), ...own },
    { ...person.headers, 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' },
  )
  const draft = await test.app.request('/api/drafts/person', {
    method: 'PUT',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(makeDraft({ step: 2 })),
  })
  expect(draft.status).toBe(200)
  await postJson(test, '/api/data-exports', {}, person.headers)
  await test.app.request('/auth/v1/reauthenticate', { headers: person.headers })
  const answer = await create(test, other, {
    ...personCreation(test),
    thirdPartyEmail: person.email,
    thirdPartyName: 'Zofia Quixley',
    thirdPartyPhone: '+447700900777',
  })
  const received = ((await answer.json()) as { id: string }).id
  await test.app.request('/api/verifications', { headers: person.headers })
  await test.runJobs()
  return { made, received }
}

it('leaves nothing of an erased account in any table, file, job or mail but what the other party’s record needs (PRIVACY-12, HOLD-11)', async () => {
  const other = await registerPaying(test, undefined, 'Bea Ortiz')
  const zofia = await register(test, 'Zofia Quixley')
  await test.database.run(sql`
    UPDATE profiles SET phone_number = '+447700900777', address = '7 Unheard Lane' WHERE id = ${zofia.id}`)
  const { made } = await livesFully(zofia, other)
  const customer = await test.database.row<{ id: string }>(
    sql`SELECT customer_id AS id FROM payment_customers WHERE user_id = ${zofia.id}`,
  )
  const sessions = await test.database.rows<{ id: string }>(
    sql`SELECT id FROM sessions WHERE user_id = ${zofia.id}`,
  )
  const identity = await test.database.row<{ id: string }>(
    sql`SELECT identity_id AS id FROM users WHERE id = ${zofia.id}`,
  )
  const traces = [
    zofia.id,
    zofia.email,
    'Quixley',
    '7 Unheard Lane',
    '+447700900777',
    'Quite Unusual',
    customer?.id ?? 'none',
    identity?.id ?? 'none',
    ...sessions.map(({ id }) => id),
  ]
  // Proves that the search finds something.
  const before = new Set((await cellsWith(traces)).map(({ cell }) => cell))
  for (const cell of [
    'users.email',
    'legal_holds.reason',
    'profiles.address',
    'sessions.id',
    'user_feedback.comment',
    'verifications.full_name',
  ])
    expect(before).toContain(cell)
  expect(await filesWith(traces)).not.toEqual([])
  expect(await mailsWith(traces)).not.toEqual([])

  const closing = await postJson(test, '/api/account/closing', { password: 'Correct-Horse-7' }, zofia.headers)
  expect(closing.status).toBe(200)
  await settleDown(test)
  test.clock.advance(7 * dayMs)
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, eraseAccountsJob, {}))
  await settleDown(test)
  await settleDown(test)

  const allowed: Record<string, string> = {
    'users.id': 'what the columns below refer to: a number that leads to no person',
    'verifications.user_id':
      'who created the other party’s record, and requests whose trail stays, by that number',
    'documents.user_id': 'whose file the fingerprint in the record is of, by that number',
    'documents.path': 'where that file was, by that number',
    'verifications.full_name': 'the other party’s record says with whom it is',
    'verifications.signature': 'and what that person signed with',
  }
  const left = await cellsWith(traces)
  expect(left.filter(({ cell }) => !(cell in allowed))).toEqual([])
  // The only remains are the number, and the named files, which are those of the record.
  const personal = await cellsWith(traces.filter((trace) => trace !== zofia.id))
  expect(personal.map(({ cell }) => cell).sort()).toEqual([
    'verifications.full_name',
    'verifications.signature',
  ])
  for (const { row } of personal) expect(row).toContain(made)
  const documents = left.filter(({ cell }) => cell === 'documents.path')
  expect(documents).toHaveLength(2)
  // The sealed record itself: its PDF is compressed, its JSON twin can be read.
  expect(await filesWith(traces)).toEqual([expect.stringMatching(/^records\/.*\.json$/)])
  expect(await mailsWith(traces)).toEqual([])

  // The other party has what they need, and it is sound.
  const link = await mailedLink(test, made)
  expect((await test.app.request(`/api/records/${made}/files/record.pdf`, link)).status).toBe(200)
  expect((await verifyTrails(test.database)).firstBad).toBeNull()
  const { storage, sealer } = test.platform
  const witnesses = { storage, certificates: new Set([sealer.certificateSha256]) }
  expect((await verifySeals(test.database, witnesses)).firstBad).toBeNull()
})
