import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { eraseAccountRows } from '../accounts/index.ts'
import { type Database, sql, type Transaction } from '../platform/database/index.ts'
import { leaveHolds } from '../records/index.ts'
import { fillRow, listColumns, plain, type Row } from '../testing/filled-rows.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { eraseCreatorDetails, eraseInvitedDetails } from '../verifications/index.ts'
import { listNames, tables } from './columns.ts'
import { forgetInvited } from './forget-invited.ts'

const test = testAppForFile()

type Fates = { emptied: string[]; replaced: string[]; kept: string[] }

/** The fate of each column of a filled row with an id under `key` that is then erased; everything is rolled back. */
async function eraseFilled(
  table: string,
  given: Record<string, string>,
  erase: (tx: Transaction, id: string, at: Date) => Promise<unknown>,
  key = 'id',
): Promise<Fates> {
  const found: Fates = { emptied: [], replaced: [], kept: [] }
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
          found[isEmpty && !isAsBefore ? 'emptied' : isAsBefore ? 'kept' : 'replaced'].push(column)
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

/** The fates that `columns.ts` gives the columns of a table. */
async function readFates(table: string): Promise<Fates> {
  const { stays, replaced } = tables[table] ?? {}
  const kept = listNames(...Object.keys(stays ?? {}))
  const others = (await listColumns(test.database, table)).map(({ name }) => name)
  const emptied = others.filter((name) => !kept.includes(name) && !listNames(replaced).includes(name))
  return { emptied: emptied.sort(), replaced: listNames(replaced).sort(), kept: kept.sort() }
}

it('erases all data about the two people of a request that ended without a record, each by itself: a new column fails here until it is decided (PRIVACY-12, PRIVACY-15)', async () => {
  const cancelled = { status: "'cancelled'", invited_erased_at: 'NULL', creator_erased_at: 'NULL' }
  const invited = await eraseFilled('verifications', cancelled, eraseInvitedDetails)
  const creator = await eraseFilled('verifications', cancelled, (tx, id, at) =>
    eraseCreatorDetails(tx, [id], at),
  )
  expect([invited.replaced, creator.replaced]).toEqual([['invited_erased_at'], ['creator_erased_at']])
  const { emptied, kept } = await readFates('verifications')
  expect([...invited.emptied, ...creator.emptied].sort()).toEqual(emptied)
  expect(invited.kept).toEqual([...kept, ...creator.emptied, 'creator_erased_at'].sort())
  expect(creator.kept).toEqual([...kept, ...invited.emptied, 'invited_erased_at'].sort())
  const { creators, both, thirdPartys, withRecord } = tables['verifications'] ?? {}
  expect(listNames(creators).filter((name) => invited.emptied.includes(name))).toEqual([])
  const others = listNames(both, thirdPartys, withRecord)
  expect(others.filter((name) => creator.emptied.includes(name))).toEqual([])
})

it('erases an account’s row except its id and the times of its creation and end: a new column fails here until it is decided (PRIVACY-12)', async () => {
  expect(await eraseFilled('users', {}, eraseAccountRows)).toEqual(await readFates('users'))
})

it('erases the erased person’s own words in a legal hold: a new column fails here until it is decided (PRIVACY-12)', async () => {
  const erase = (tx: Transaction, id: string) => leaveHolds(test.platform, tx, [id], 'creator')
  const ended = { party: "'creator'", ended_by: "'erasure'" }
  expect(await eraseFilled('legal_holds', ended, erase, 'verification_id')).toEqual(
    await readFates('legal_holds'),
  )
})

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
        await fillRow(tx, 'verifications', {
          id: `'${id}'`,
          status: "'cancelled'",
          invited_erased_at: 'NULL',
        })
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
  const stated = Object.entries(tables).flatMap(([table, { outlivesRequest }]) =>
    Object.keys(outlivesRequest ?? {}).map((column) => `${table}.${column}`),
  )
  expect(kept).toEqual(stated.sort())
})
