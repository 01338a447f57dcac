import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { eraseAccountRows } from '../accounts/index.ts'
import { Rollback, sql, type Transaction, transactOrRollBack } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { fillRow, listColumns, plain, type Row } from '../testing/filled-rows.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { eraseCreatorDetails, eraseInvitedDetails } from '../verifications/index.ts'
import { listNames, ofRecordsAlone, tables } from './columns.ts'
import { forgetInvited } from './forget-invited.ts'
import { eraseAccountsJob } from './index.ts'

const test = testAppForFile()

type Fates = { emptied: string[]; replaced: string[]; kept: string[] }

/**
 * The fate of each column of a filled row with an id under `key` that is then erased, all of them without any if the row
 * is deleted; everything is rolled back.
 */
async function eraseFilled(
  table: string,
  given: Record<string, string>,
  erase: (tx: Transaction, id: string, at: Date) => Promise<unknown>,
  key = 'id',
): Promise<Fates> {
  const found: Fates = { emptied: [], replaced: [], kept: [] }
  const id = randomUUID()
  await test.asOwner((owner) =>
    transactOrRollBack(owner, async (tx) => {
      const before = await fillRow(tx, table, { ...given, [key]: `'${id}'` })
      await erase(tx, id, test.clock.now())
      const row = await tx.row<{ row: Row }>(
        plain(`SELECT to_jsonb(${table}) AS row FROM ${table} WHERE ${key} = '${id}'`),
      )
      for (const [column, value] of Object.entries(row?.row ?? {})) {
        const isEmpty = value === null || ['""', '[]', '{}'].includes(JSON.stringify(value))
        const isAsBefore = JSON.stringify(value) === JSON.stringify(before[column])
        found[isEmpty && !isAsBefore ? 'emptied' : isAsBefore ? 'kept' : 'replaced'].push(column)
      }
      throw new Rollback(null)
    }),
  )
  for (const columns of Object.values(found)) columns.sort()
  return found
}

/** The platform with everything in one transaction. */
function actIn(tx: Transaction): Platform {
  return { ...test.platform, database: { ...test.platform.database, ...tx, transaction: (work) => work(tx) } }
}

/** The columns that refer to one of some tables. */
const listReferences = (...to: string[]) =>
  test.database.rows<{ table: string; column: string }>(sql`
    SELECT c.conrelid::regclass::text AS table, a.attname AS column FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = ANY(${to}::regclass[]) ORDER BY 1, 2`)

/** The fates that `columns.ts` gives the columns of a table. */
async function readFates(table: string): Promise<Fates> {
  const { stays, replaced } = tables[table] ?? {}
  const kept = listNames(...Object.keys(stays ?? {}))
  const others = (await listColumns(test.database, table)).map(({ name }) => name)
  const emptied = others.filter((name) => !kept.includes(name) && !listNames(replaced).includes(name))
  return { emptied: emptied.sort(), replaced: listNames(replaced).sort(), kept: kept.sort() }
}

/** The columns with a reason in `columns.ts` why their rows stay. */
const listReasons = (why: 'outlivesRequest' | 'outlivesCreator') =>
  Object.entries(tables)
    .flatMap(([table, reasons]) => Object.keys(reasons[why] ?? {}).map((column) => `${table}.${column}`))
    .sort()

it('erases all data about the two people of a request that ended without a record, each by itself: a new column fails here until it is decided (PRIVACY-12, PRIVACY-15)', async () => {
  const cancelled = { status: "'cancelled'", invited_erased_at: 'NULL', creator_erased_at: 'NULL' }
  const invited = await eraseFilled('verifications', cancelled, eraseInvitedDetails)
  const creator = await eraseFilled('verifications', cancelled, (tx, id, at) =>
    eraseCreatorDetails(tx, [id], at),
  )
  expect([invited.replaced, creator.replaced]).toEqual([['invited_erased_at'], ['creator_erased_at']])
  const { emptied, kept } = await readFates('verifications')
  const rule = 'erasure-store.ts empties each column of verifications, or `stays` in columns.ts says why not'
  expect([...invited.emptied, ...creator.emptied].sort(), rule).toEqual(emptied)
  expect(invited.kept).toEqual([...kept, ...creator.emptied, 'creator_erased_at'].sort())
  expect(creator.kept).toEqual([...kept, ...invited.emptied, 'invited_erased_at'].sort())
  const { creators, both, thirdPartys, withRecord } = tables['verifications'] ?? {}
  expect(listNames(creators).filter((name) => invited.emptied.includes(name))).toEqual([])
  const others = listNames(both, thirdPartys, withRecord)
  expect(others.filter((name) => creator.emptied.includes(name))).toEqual([])
})

it('erases an account’s row except its id and the times of its creation and end: a new column fails here until it is decided (PRIVACY-12)', async () => {
  const rule = 'closing-store.ts empties each column of users, or `stays` in columns.ts says why not'
  expect(await eraseFilled('users', {}, eraseAccountRows), rule).toEqual(await readFates('users'))
})

it('erases the rows of every table that refers to the request: a new table fails here until it is decided (PRIVACY-15)', async () => {
  const ended = { status: "'cancelled'", invited_erased_at: 'NULL' }
  const forget = async (tx: Transaction, id: string) => {
    await fillRow(tx, 'verifications', { id: `'${id}'`, ...ended })
    expect(await forgetInvited(actIn(tx), id)).toBe(true)
  }
  const kept: string[] = []
  for (const { table, column } of await listReferences('verifications')) {
    const fates = await eraseFilled(table, {}, forget, column)
    const hasChanged = fates.emptied.length + fates.replaced.length > 0
    if (fates.kept.length > 0 && !hasChanged) kept.push(`${table}.${column}`)
  }
  const rule = 'forget-invited.ts erases each of these, or `outlivesRequest` in columns.ts says why it stays'
  expect(kept, rule).toEqual(listReasons('outlivesRequest'))
})

it.each([
  ['a record', 'verified', () => listReasons('outlivesCreator')],
  ['a request that ended without a record', 'cancelled', () => []],
])(
  'erases the creator’s rows of every table that refers to %s with their account: a new table fails here until it is decided (PRIVACY-12)',
  async (_, status, listStaying) => {
    const account = `'${randomUUID()}'`
    const erase = async (tx: Transaction, id: string) => {
      await fillRow(tx, 'users', { id: account, email: 'NULL', erased_at: 'NULL' })
      const unerased = { invited_erased_at: 'NULL', creator_erased_at: 'NULL' }
      const request = { id: `'${id}'`, user_id: account, status: `'${status}'`, ...unerased }
      await fillRow(tx, 'verifications', request)
      await eraseAccountsJob.run(actIn(tx), {})
    }
    const ofCreator = { user_id: account, account_id: account, sender_id: account, party: "'creator'" }
    const kept: string[] = []
    for (const { table, column } of await listReferences('verifications', 'records')) {
      const { stays, outlivesRequest } = tables[table] ?? {}
      const isHere = status === 'verified' || outlivesRequest?.[column] !== ofRecordsAlone
      if (typeof stays === 'string' || !isHere) continue
      const fates = await eraseFilled(table, { ...ofCreator, closes_at: 'NULL' }, erase, column)
      const staying = listNames(...Object.keys(stays ?? {}))
      const left = [...fates.kept, ...fates.replaced].filter((name) => !staying.includes(name))
      if (left.length > 0) kept.push(`${table}.${column}`)
    }
    const rule = 'erase-account.ts erases each of these, or `outlivesCreator` in columns.ts says why it stays'
    expect(kept, rule).toEqual(listStaying())
  },
)
