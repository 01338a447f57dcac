import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { eraseAccountRows } from '../accounts/index.ts'
import { clearChecks } from '../identity-checks/index.ts'
import { type Database, sql, type Transaction } from '../platform/database/index.ts'
import { leaveHolds } from '../records/index.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { eraseCreatorDetails, eraseInvitedDetails } from '../verifications/index.ts'
import { forgetInvited } from './forget-invited.ts'

const test = testAppForFile()

type Row = Record<string, unknown>

/** A value for a cell of each type, as PostgreSQL reads it. */
const fillings: Record<string, string> = {
  text: "'Filled'",
  date: "'1990-04-17'",
  timestamptz: "'2026-01-02T03:04:05Z'",
  bool: 'true',
  int2: '7',
  int4: '7',
  int8: '7',
  uuid: 'gen_random_uuid()',
  jsonb: `'{"filled": true}'`,
  _text: "'{filled}'",
  bytea: "'filled'",
}

/** The text as a statement: the driver's template would turn interpolated texts into parameters. */
const plain = (text: string) => ({ text, values: [] }) as never

/**
 * Inserts a row with a value in every column of the migrated table, ignoring its constraints; `given` sets the values
 * of some columns.
 */
async function fillRow(tx: Transaction, table: string, given: Record<string, string>): Promise<Row> {
  const constraints = await tx.rows<{ name: string }>(sql`
    SELECT conname AS name FROM pg_constraint WHERE conrelid = ${table}::regclass AND contype IN ('c', 'f')`)
  for (const { name } of constraints) await tx.run(plain(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`))
  const columns = await tx.rows<{ name: string; type: string }>(sql`
    SELECT column_name AS name, udt_name AS type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER'
      AND identity_generation IS DISTINCT FROM 'ALWAYS'`)
  const cells = columns.map(({ name, type }) => {
    const filling = given[name] ?? fillings[type]
    if (!filling) throw new Error(`what to fill ${table}.${name} with, of type ${type}?`)
    return [`"${name}"`, filling]
  })
  const row = await tx.row<{ row: Row }>(
    plain(`INSERT INTO ${table} (${cells.map(([name]) => name).join(', ')})
      VALUES (${cells.map(([, filling]) => filling).join(', ')}) RETURNING to_jsonb(${table}) AS row`),
  )
  return row?.row ?? {}
}

/** The fate of each column of a filled row with an id under `key` that is then erased; everything is rolled back. */
async function eraseFilled(
  table: string,
  given: Record<string, string>,
  erase: (tx: Transaction, id: string, at: Date) => Promise<unknown>,
  key = 'id',
): Promise<{ emptied: string[]; noted: string[]; kept: string[] }> {
  const found: { emptied: string[]; noted: string[]; kept: string[] } = { emptied: [], noted: [], kept: [] }
  const id = randomUUID()
  const undone = new Error('undone')
  await test
    .asOwner((owner) =>
      owner.transaction(async (tx) => {
        const before = await fillRow(tx, table, { [key]: `'${id}'`, ...given })
        await erase(tx, id, test.clock.now())
        const row = await tx.row<{ row: Row }>(
          plain(`SELECT to_jsonb(${table}) AS row FROM ${table} WHERE ${key} = '${id}'`),
        )
        for (const [column, value] of Object.entries(row?.row ?? {})) {
          const isEmpty = value === null || ['""', '[]', '{}'].includes(JSON.stringify(value))
          const isAsBefore = JSON.stringify(value) === JSON.stringify(before[column])
          found[isEmpty && !isAsBefore ? 'emptied' : isAsBefore ? 'kept' : 'noted'].push(column)
        }
        throw undone
      }),
    )
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  for (const columns of Object.values(found)) columns.sort()
  return found
}

/** The columns of an ended verification about the invited person. */
const ofInvited = [
  'additional_information',
  'decline_reason',
  'platform_name',
  'third_party_claimed_age',
  'third_party_email',
  'third_party_name',
  'third_party_phone',
  'third_party_platform_age',
  'third_party_social_media_name',
  'third_party_sources',
]
const ofCreator = [
  'creator_sources',
  'date_of_birth',
  'full_name',
  'id_document_id',
  'selfie_document_id',
  'signature',
]

/** The columns that are kept, with the reason. A new column belongs here, or in the statements of the erasure. */
const withSubmission = 'comes with the submission, which makes it a record'
const whatWasAsked = 'what was asked, without a name'
const endsWithRequest = 'gone since the request ended, by a constraint'
const stays: Record<string, string> = {
  id: 'names the trail',
  user_id: 'a number, which leads to no person once the account is erased',
  status: whatWasAsked,
  type: whatWasAsked,
  document_type: whatWasAsked,
  asks_age: whatWasAsked,
  asks_face: whatWasAsked,
  asks_kept_instead: whatWasAsked,
  asks_wallet_instead_of_id: whatWasAsked,
  consent_text_version: whatWasAsked,
  validity: whatWasAsked,
  verification_link: 'says the id alone',
  signature_date: 'when it was made',
  created_at: 'when it was made',
  closed_at: 'when it ended',
  invitation_withheld: 'what became of a mail',
  invited_at: 'when a mail went',
  reminded_at: 'when a mail went',
  reminded_twice_at: 'when a mail went',
  creator_mailbox_at: 'when an address was proven, and not which',
  files_destroyed_at: 'when files went',
  files_withheld_at: 'when files were locked',
  third_party_left_at: 'when an account left a record',
  creator_document_mark: endsWithRequest,
  creator_network_mark: endsWithRequest,
  creator_browser_mark: endsWithRequest,
  shared: withSubmission,
  agreed_to_additional_terms: withSubmission,
  email_proof: withSubmission,
  third_party_id_document_id: withSubmission,
  third_party_mailbox_at: withSubmission,
  third_party_selfie_document_id: withSubmission,
  third_party_signature: withSubmission,
  third_party_signature_date: withSubmission,
  verified_at: withSubmission,
}

const cancelled = { status: "'cancelled'", invited_erased_at: 'NULL', creator_erased_at: 'NULL' }

it('erases all data about the invited person of a request that ended without a record: a new column fails here until it is decided (PRIVACY-15)', async () => {
  expect(await eraseFilled('verifications', cancelled, eraseInvitedDetails)).toEqual({
    emptied: ofInvited,
    noted: ['invited_erased_at'],
    kept: [...Object.keys(stays), ...ofCreator, 'creator_erased_at'].sort(),
  })
})

it('erases all data about its creator: a new column fails here until it is decided (PRIVACY-12)', async () => {
  const erase = (tx: Transaction, id: string, at: Date) => eraseCreatorDetails(tx, [id], at)
  expect(await eraseFilled('verifications', cancelled, erase)).toEqual({
    emptied: ofCreator,
    noted: ['creator_erased_at'],
    kept: [...Object.keys(stays), ...ofInvited, 'invited_erased_at'].sort(),
  })
})

it('erases an account’s row except its id and the times of its creation and end: a new column fails here until it is decided (PRIVACY-12)', async () => {
  expect(await eraseFilled('users', {}, eraseAccountRows)).toEqual({
    emptied: [
      'banned_until',
      'confirmation_sent_at',
      'email',
      'email_change_sent_at',
      'email_confirmed_at',
      'email_refused_at',
      'kept_at',
      'last_sign_in_at',
      'limited_to',
      'new_email',
      'new_email_confirmations',
      'password_hash',
      'reauthentication_sent_at',
      'recovery_sent_at',
      'user_metadata',
    ],
    noted: ['erased_at', 'identity_id', 'updated_at'],
    kept: ['closes_at', 'created_at', 'ending_requests_at', 'erasing_at', 'id'],
  })
})

it('erases the findings of a check that its provider still has to erase, except its session id there: a new column fails here until it is decided (PRIVACY-12, PRIVACY-15)', async () => {
  const userId = randomUUID()
  const erase = (tx: Transaction, _id: string, at: Date) => clearChecks(tx, { userId }, at, 1)
  const given = { user_id: `'${userId}'`, ended_at: 'NULL' }
  expect(await eraseFilled('identity_checks', given, erase)).toEqual({
    emptied: ['age_over_18', 'claimed_name', 'face_matched', 'fault', 'name_agrees'],
    noted: ['ended_at', 'name_sha256', 'state'],
    kept: [
      'begun_on',
      'erased_at',
      'id',
      'provider',
      'session_id',
      'session_sha256',
      'set_sha256',
      'started_at',
      'user_id',
      'verification_id',
    ],
  })
})

it('erases the erased person’s own words in a legal hold: a new column fails here until it is decided (PRIVACY-12)', async () => {
  const erase = (tx: Transaction, id: string) => leaveHolds(test.platform, tx, [id], 'creator')
  const ended = { party: "'creator'", ended_by: "'erasure'" }
  expect(await eraseFilled('legal_holds', ended, erase, 'verification_id')).toEqual({
    emptied: ['reason'],
    noted: [],
    kept: ['ended_at', 'ended_by', 'ends_at', 'party', 'set_at', 'verification_id'],
  })
})

/** The references to a request that stay once it is forgotten, with the reason. */
const staysOfForgotten: Record<string, string> = {
  'audit_events.verification_id': 'the trail, which names no person',
  'documents.verification_id': 'when a file went: the files go as the request ends',
  'legal_holds.verification_id': 'of records alone',
  'mails.verification_id': 'to the creator; one to the invited person has no account, and goes',
  'records.verification_id': 'of records alone',
  'repeated_events.verification_id': 'how often something happened',
  'request_reports.verification_id': 'for the operator: keyed hashes',
  'users.limited_to': 'of records alone',
  'wallet_proofs.spent_on': 'of the creator',
}

it('erases the rows of every table that refers to the request: a new table fails here until it is decided (PRIVACY-15)', async () => {
  const references = await test.database.rows<{ table: string; column: string }>(sql`
    SELECT c.conrelid::regclass::text AS table, a.attname AS column FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = 'verifications'::regclass ORDER BY 1, 2`)
  const kept: string[] = []
  for (const { table, column } of references) {
    const id = randomUUID()
    const undone = new Error('undone')
    const forgetting = test.asOwner((owner) =>
      owner.transaction(async (tx) => {
        await fillRow(tx, 'verifications', { id: `'${id}'`, ...cancelled })
        const before = await fillRow(tx, table, { [column]: `'${id}'` })
        const database = { ...test.database, transaction: (work: (tx: Transaction) => unknown) => work(tx) }
        expect(await forgetInvited({ ...test.platform, database: database as Database }, id)).toBe(true)
        const after = await tx.row<{ row: Row }>(
          plain(`SELECT to_jsonb(${table}) AS row FROM ${table} WHERE "${column}" = '${id}'`),
        )
        if (JSON.stringify(after?.row) === JSON.stringify(before)) kept.push(`${table}.${column}`)
        throw undone
      }),
    )
    await expect(forgetting).rejects.toBe(undone)
  }
  expect(kept).toEqual(Object.keys(staysOfForgotten))
})
