import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { verifyTrails } from '../audit/index.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import type { JobType } from '../platform/jobs/index.ts'
import { verifySeals } from '../records/index.ts'
import { createAuthCaller } from '../testing/auth-caller.ts'
import { makeDraft } from '../testing/drafts.ts'
import { storedFiles } from '../testing/kept.ts'
import { addOpenCheck } from '../testing/kept-check.ts'
import { createPasskeyCaller } from '../testing/passkey-caller.ts'
import {
  ageCreation,
  create,
  createVerification,
  enter,
  type Person,
  personCreation,
  post,
  postJson,
  putJson,
  readAnswer,
  register,
  registerPaying,
  submitWhole,
  uploadDocument,
  wholeSubmission,
} from '../testing/people.ts'
import { askToRead, giveToRead, typed } from '../testing/reading-people.ts'
import { mailedLink } from '../testing/records.ts'
import { pictureOfDocument, pngPicture } from '../testing/sample-files.ts'
import { buy, cards, openPlanShop, type PlanShop, settleDown } from '../testing/simulated-stripe.ts'
import { answerWallet, begun, takeSimulatedWallets } from '../testing/simulated-wallet.ts'
import { createAuthenticator } from '../testing/software-authenticator.ts'
import { expireJob } from '../verifications/index.ts'
import { tables } from './columns.ts'
import { eraseAccountsJob, forgetInvitedJob } from './index.ts'

let test: PlanShop
beforeEach(async () => {
  test = await openPlanShop()
})
afterEach(() => test.close())

/**
 * Every cell of every table that contains one of these texts, including jobs and mails: `table.column` and the row's
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

/** The stored files whose content or name contains one of these texts, decrypted where possible. */
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

/** The mails in the outbox that contain one of these texts. */
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

/** Runs recurring jobs, and the jobs that they enqueue. */
async function run(...jobs: JobType<object>[]): Promise<void> {
  await test.database.transaction(async (tx) => {
    for (const job of jobs) await test.platform.jobs.enqueue(tx, job, {})
  })
  await settleDown(test)
  await settleDown(test)
}

/** The tables that can refer to an account but have no row that refers to this one. */
async function tablesWithout(userId: string): Promise<string[]> {
  const columns = await test.database.rows<{ table: string; column: string }>(sql`
    SELECT conrelid::regclass::text AS table, attname AS column
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY(conkey)
    WHERE contype = 'f' AND confrelid = 'users'::regclass
    UNION
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name ~ '(user|account|sender)_id$'`)
  expect(columns.length).toBeGreaterThan(15)
  const missing: string[] = []
  for (const { table, column } of columns) {
    const rows = await test.asOwner((owner) =>
      owner.rows({ text: `SELECT 1 FROM ${table} WHERE ${column} = $1`, values: [userId] } as never),
    )
    if (rows.length === 0) missing.push(`${table}.${column}`)
  }
  return missing
}

/** Lets a person use every feature, with one record that they created and one to which they were invited. */
async function livesFully(
  person: Person,
  other: Person,
): Promise<{ made: string; received: string; refused: string; unanswered: string }> {
  await buy(test, person, cards.pays)
  await settleDown(test)
  const own = { fullName: 'Zofia Quixley', signature: 'Zofia Quixley' }
  const creation = await ageCreation(test, person)
  const { made } = await makesRecord(person, { ...creation, ...own })
  await create(test, person, { ...(await ageCreation(test, person)), ...own })
  const cancelled = await createVerification(test, person, { type: 'person' })
  await postJson(test, `/api/verifications/${cancelled.id}/cancel`, {}, person.headers)
  await ageCreation(test, person)
  await postJson(test, '/api/feedback', { rating: 2, comment: 'Quite Unusual' }, person.headers)
  const repeatable = { ...person.headers, 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' }
  await postJson(test, '/api/verifications', { ...personCreation(test), ...own }, repeatable)
  const draft = await putJson(test, '/api/drafts/person', makeDraft({ step: 2 }), person.headers)
  expect(draft.status).toBe(200)
  await provesAge(person)
  const asked = await isAsked(person, other)
  expect(await createAuthCaller(test).press(await recovery(person), {})).toMatchObject({ status: 200 })
  await recovery(person)
  await addsPasskey(person)
  await test.app.request('/auth/v1/reauthenticate', { headers: person.headers })
  await test.app.request('/api/verifications', { headers: person.headers })
  await test.runJobs()
  return { made, ...asked }
}

/** Adds a passkey, and begins to add another and an authenticator app. */
async function addsPasskey({ headers }: Person): Promise<void> {
  const token = (headers['authorization'] ?? '').replace('Bearer ', '')
  const body = { current_password: 'Correct-Horse-7' }
  const proof = await createAuthCaller(test).call('PUT', '/auth/v1/user', { token, body })
  expect(proof.status).toBe(200)
  const passkeys = createPasskeyCaller(test)
  const id = await passkeys.register(token, createAuthenticator())
  expect((await passkeys.rename(token, id, 'Quixley phone')).status).toBe(200)
  await passkeys.beginRegistration(token)
  const app = await createAuthCaller(test).post('/factors', { factor_type: 'totp' }, { token })
  expect(app.status).toBe(200)
}

/** Creates a record with a legal hold, and a request whose recipient blocks and reports its sender. */
async function makesRecord(person: Person, creation: object): Promise<{ made: string }> {
  const made = (await readAnswer<{ id: string }>(create(test, person, creation), 201)).id
  const sam = await enter(test, made)
  expect((await submitWhole(test, sam)).status).toBe(200)
  const hold = { reason: 'Zofia Quixley reported it.' }
  expect((await postJson(test, `/api/records/${made}/hold`, hold, person.headers)).status).toBe(201)
  const unwanted = await createVerification(test, person, { type: 'person' })
  for (const choice of ['block', 'report'])
    expect((await postJson(test, `/api/public/verifications/${unwanted.id}/${choice}`, {})).status).toBe(204)
  return { made }
}

/** Has an ID read and a wallet's answer accepted. An earlier version began a provider's check. */
async function provesAge(person: Person): Promise<void> {
  const id = await uploadDocument(test, person, 'id', await pngPicture())
  expect((await askToRead(test, person, id)).status).toBe(200)
  await keepsPassport(person)
  await addOpenCheck(test, { userId: person.id })
  const issuer = await takeSimulatedWallets(test)
  await answerWallet(test, issuer, await begun(test, person), 'yes')
  await begun(test, person)
}

/** Keeps the findings of reading a passport for next time. */
async function keepsPassport(person: Person): Promise<void> {
  const documentId = await uploadDocument(test, person, 'id', await pictureOfDocument('passport'))
  expect((await askToRead(test, person, documentId)).status).toBe(200)
  await test.runJobs()
  const { fullName, dateOfBirth } = typed
  const kept = await putJson(test, '/api/kept-proof', { documentId, fullName, dateOfBirth }, person.headers)
  expect(kept.status).toBe(200)
}

/** Creates a person's data as the third party: a record, a request that they privately declined, and an open one. */
async function isAsked(
  person: Person,
  other: Person,
): Promise<{ received: string; refused: string; unanswered: string }> {
  const about = {
    ...personCreation(test),
    thirdPartyEmail: person.email,
    thirdPartyName: 'Zofia Quixley',
    thirdPartyPhone: '+447700900777',
  }
  const ask = async () => (await readAnswer<{ id: string }>(create(test, other, about), 201)).id
  const answered = await enter(test, await ask(), person.email)
  const submission = await wholeSubmission(test, answered)
  await answerWallet(test, await takeSimulatedWallets(test), await begun(test, answered), 'yes')
  await addOpenCheck(test, { verificationId: answered.verificationId, setSha256: null })
  const idUrl = await giveToRead(test, answered, await pngPicture())
  await test.runJobs()
  await readAnswer(post(test, answered, { ...submission, idUrl, shownReading: 'not_a_document' }))
  const hold = { reason: 'Needed for a complaint.' }
  expect(
    (await postJson(test, `/api/records/${answered.verificationId}/hold`, hold, other.headers)).status,
  ).toBe(201)
  const refused = await enter(test, await ask(), person.email)
  const no = `/api/public/verifications/${refused.verificationId}/private-no`
  expect((await postJson(test, no, {}, refused.headers)).status).toBe(204)
  return { received: answered.verificationId, refused: refused.verificationId, unanswered: await ask() }
}

/** The newest mailed link to choose another password, requested in the browser that will open it. */
async function recovery({ email }: Person): Promise<URL> {
  test.clock.advance(2 * 60 * 1000)
  const auth = createAuthCaller(test)
  const code = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }
  expect((await auth.post('/recover', { email, ...code })).status).toBe(200)
  return auth.mailedLink(email)
}

/** Registers a person with a distinctive address and name, and the other person of their record. */
async function registersBoth(): Promise<{ zofia: Person; other: Person }> {
  const other = await registerPaying(test, undefined, 'Bea Ortiz')
  const zofia = await register(test, 'Zofia Quixley')
  await test.database.run(sql`
    UPDATE profiles SET phone_number = '+447700900777', address = '7 Unheard Lane' WHERE id = ${zofia.id}`)
  return { zofia, other }
}

it('erasing an account leaves in tables, files, jobs and mails only the data that the other party’s record needs (PRIVACY-12, HOLD-11)', async () => {
  const { zofia, other } = await registersBoth()
  const { made, received, refused, unanswered } = await livesFully(zofia, other)
  await postJson(test, '/api/data-exports', {}, zofia.headers)
  await test.runJobs()
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
  expect(await tablesWithout(zofia.id)).toEqual([])
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
  await run(eraseAccountsJob)

  const invited = [
    'verifications.third_party_email',
    'verifications.third_party_name',
    'verifications.third_party_phone',
  ]
  const numbered = (await cellsWith([zofia.id])).map(({ cell }) => cell)
  const stay = ['users.id', 'verifications.user_id', 'documents.user_id', 'documents.path']
  expect(new Set(numbered)).toEqual(new Set(stay))
  expect(numbered.filter((cell) => cell === 'documents.path')).toHaveLength(2)
  expect(stay.filter((cell) => !tables[cell.split('.')[0] ?? '']?.stays)).toEqual([])
  // Apart from the id and the files of their record, the rest is in the two records, and in the open requests.
  const personal = async () =>
    (await cellsWith(traces.filter((trace) => trace !== zofia.id)))
      .map(
        ({ cell, row }) =>
          `${[made, received, refused, unanswered].findIndex((id) => row.includes(id))} ${cell}`,
      )
      .sort()
  const inRecords = [
    '0 verifications.full_name',
    '0 verifications.signature',
    ...invited.map((cell) => `1 ${cell}`),
  ]
  const inOpen = [2, 3].flatMap((index) => invited.map((cell) => `${index} ${cell}`))
  expect(await personal()).toEqual([...inRecords, ...inOpen])
  // The sealed records themselves: their PDF is compressed, but their JSON twin can be searched.
  const twin = expect.stringMatching(/^records\/.*\.json$/)
  expect(await filesWith(traces)).toEqual([twin, twin])
  expect(await mailsWith(traces)).toEqual([])

  // The other party has the data they need, and it verifies.
  const link = await mailedLink(test, made)
  expect((await test.app.request(`/api/records/${made}/files/record.pdf`, link)).status).toBe(200)
  expect((await verifyTrails(test.database)).firstBad).toBeNull()
  const { storage, sealer } = test.platform
  const witnesses = { storage, certificates: new Set([sealer.certificateSha256]) }
  expect((await verifySeals(test.database, witnesses)).firstBad).toBeNull()

  // An open request ends as before, whether or not they privately declined it, and is forgotten a month later.
  test.clock.advance(31 * dayMs)
  await run(expireJob)
  test.clock.advance(31 * dayMs)
  await run(forgetInvitedJob)
  expect(await personal()).toEqual(inRecords)
})
