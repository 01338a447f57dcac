import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Party } from '../../domain/record/record.ts'
import { sql } from '../platform/database/index.ts'
import { markMailbox } from '../platform/mail/index.ts'
import { makeDraft } from '../testing/drafts.ts'
import { type Column, fillRow, listColumns, plain } from '../testing/filled-rows.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { saveDraft } from '../verifications/drafts.ts'
import { listNames, type Table, tables } from './columns.ts'
import { listExportEntries } from './exports/export-entries.ts'
import { showHeldData } from './mailbox/show-held-data.ts'

const test = testAppForFile()
const run = (statement: string) => test.asOwner((owner) => owner.run(plain(statement)))

let columns: Column[]
beforeAll(async () => {
  columns = await listColumns(test.database)
})

const listGroups = ({
  own,
  both,
  creators,
  thirdPartys,
  withRecord,
  others,
  secret,
  technical,
  nobodys,
}: Table) => listNames(own, both, creators, thirdPartys, withRecord, others, secret, technical, nobodys)
const listCopied = ({ own, both, creators, thirdPartys, withRecord }: Table) =>
  listNames(own, both, creators, thirdPartys, withRecord)

it('every column of the database is in one group: a new column fails here until it is decided (PRIVACY-1)', () => {
  const known = Object.entries(tables).flatMap(([table, groups]) =>
    listGroups(groups).map((name) => `${table}.${name}`),
  )
  const all = columns.map(({ table, name }) => `${table}.${name}`)
  expect(known.sort(), 'columns.ts names each column once').toEqual(all.sort())
})

it('a table that is about people is in a copy, or says why not (PRIVACY-1)', () => {
  const undecided = Object.entries(tables).filter(
    ([, table]) =>
      Number(listCopied(table).length > 0) + Number('notCopied' in table) + Number('nobodys' in table) !== 1,
  )
  expect(undecided, 'columns.ts gives each of these a copied column, `notCopied` or `nobodys`').toEqual([])
})

describe('a copy of one’s data, with a marker in every column of every table,', () => {
  const account = randomUUID()
  const request = randomUUID()
  const address = 'marked@example.com'
  type Owner = 'account' | 'request'

  /** The cell of each text that only this cell has: `table.column`, and whose row it is in. */
  const cells = new Map([
    [`"${account}"`, 'users.id of account'],
    [`"${request}"`, 'verifications.id of request'],
    [address, 'verifications.third_party_email of request'],
    ['"type": "person"', 'verifications.type of request'],
    ['"status": "verified"', 'verifications.status of request'],
    ['"status": "cancelled"', 'verifications.status of request'],
    ['"validity": "7_days"', 'verifications.validity of request'],
    ['<creator>', 'verifications.creator_sources of request'],
    ['<third party>', 'verifications.third_party_sources of request'],
    ['"by": "third_party"', 'legal_holds.party of request'],
    ['<document>.pdf', 'sealed_documents.document of request'],
    ['<way in>', 'sessions.amr of account'],
    ['"kind": "age"', 'drafts.kind of account'],
    ['<draft>', 'drafts.content of account'],
  ])

  /** The values that must be valid, as PostgreSQL reads them. */
  const valid: Record<string, Record<string, string>> = {
    users: { id: `'${account}'` },
    profiles: { id: `'${account}'` },
    sessions: { amr: `'[{"method": "<way in>"}]'` },
    verifications: {
      id: `'${request}'`,
      user_id: `'${account}'`,
      type: "'person'",
      status: "'verified'",
      validity: "'7_days'",
      third_party_email: `'${address}'`,
      creator_sources: `'["<creator>"]'`,
      third_party_sources: `'["<third party>"]'`,
    },
    drafts: { kind: "'age'" },
    legal_holds: { party: "'third_party'" },
    sealed_documents: { document: "'<document>'", revision: '1', path: "'none'" },
    archived_copies: { document: "'<document>'", revision: '1', path: "'none'" },
  }

  /** A value for a cell as PostgreSQL reads it, a new marker unless its type has too few values. */
  function mark({ table, name, type }: Column, owner: Owner): string | undefined {
    const n = 20_000 + cells.size
    const day = new Date(Date.UTC(1900, 0, n)).toISOString().slice(0, 10)
    const at = new Date(Date.UTC(2030, 0, 1, 0, 0, n)).toISOString()
    const id = randomUUID()
    const markers: Record<string, [string, string]> = {
      text: [`<${n}>`, `'<${n}>'`],
      _text: [`<${n}>`, `'{<${n}>}'`],
      jsonb: [`<${n}>`, `'{"<${n}>": true}'`],
      int2: [` ${n}`, `${n}`],
      int4: [` ${n}`, `${n}`],
      int8: [` ${n}`, `${n}`],
      date: [day, `'${day}'`],
      timestamptz: [at, `'${at}'`],
      _timestamptz: [at, `'{${at}}'`],
      uuid: [id, `'${id}'`],
    }
    const [marker, value] = markers[type] ?? []
    if (marker) cells.set(marker, `${table}.${name} of ${owner}`)
    return value ?? unmarked[type]?.value
  }

  /** The types that have too few values, or are never in a copy as they are. */
  const unmarked: Record<string, { value: string; other: string }> = {
    bool: { value: 'true', other: 'false' },
    bytea: { value: "'bytes'", other: "'others'" },
  }

  /** Fills the rows of a table that refer to an account, to a request, or to neither. */
  async function fill(table: string, given: Record<string, string> = {}): Promise<void> {
    const refersTo = (names: string[]) =>
      columns.filter((column) => column.table === table && names.includes(column.name))
    const toAccount = refersTo(['user_id', 'account_id', 'sender_id'])
    const toRequest = refersTo(['verification_id'])
    const owners: Owner[] = toAccount.length > 0 || toRequest.length === 0 ? ['account'] : []
    if (toRequest.length > 0 && toAccount.every(({ isNullable }) => isNullable)) owners.push('request')
    const point = (to: Column[], id: string, isOwner: boolean) =>
      to.map(({ name, isNullable }) => [name, isOwner || !isNullable ? `'${id}'` : 'NULL'])
    for (const owner of table === 'verifications' ? ['request' as const] : owners) {
      const references = Object.fromEntries([
        ...point(toAccount, account, owner === 'account'),
        ...point(toRequest, request, owner === 'request'),
      ])
      await test.asOwner((q) =>
        fillRow(q, table, { ...references, ...valid[table], ...given }, (column) => mark(column, owner)),
      )
    }
    await run(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  }

  beforeAll(async () => {
    const names = Object.keys(tables).filter((name) => !tables[name]?.nobodys)
    const special = ['drafts', 'verifications', 'private_refusals', 'audit_events', 'repeated_events']
    for (const table of names.filter((name) => !special.includes(name))) await fill(table)
    for (const table of ['audit_events', 'repeated_events'])
      for (const actor of ['creator', 'third_party']) await fill(table, { actor: `'${actor}'` })
    await fill('private_refusals', { mailbox_mac: `'${markMailbox(test.platform.signing, address)}'` })
    await saveDraft(
      test.platform,
      { userId: account, kind: 'age' },
      makeDraft({ values: { fullName: '<draft>' } }),
    )
    const draft = await test.database.row<{ content: Buffer }>(sql`DELETE FROM drafts RETURNING content`)
    await fill('drafts', { content: `'\\x${draft?.content.toString('hex')}'` })
    const document = await test.database.row<{ id: string }>(
      sql`SELECT id FROM documents WHERE user_id = ${account}`,
    )
    await fill('verifications', { selfie_document_id: `'${document?.id}'` })
  })

  async function makeCopy(role: Party | 'holder'): Promise<string> {
    const parts = role === 'holder' ? [] : [{ id: request, role }]
    const texts = new Map<string, string>()
    for await (const { name, bytes } of listExportEntries(test.platform, account, parts, async () => {}))
      if (bytes instanceof Uint8Array) texts.set(name, Buffer.from(bytes).toString())
    const name = role === 'holder' ? 'account.json' : `verifications/${request}/verification.json`
    return texts.get(name) ?? ''
  }

  /** The cells that a copy has: of their markers, and those whose other value makes another copy. */
  async function listCells(copy: () => Promise<string>, owner: Owner): Promise<string[]> {
    const before = await copy()
    const found = [...cells].flatMap(([marker, cell]) => (before.includes(marker) ? [cell] : []))
    for (const { table, name, type } of columns) {
      const values = unmarked[type]
      if (!values || tables[table]?.nobodys || table === 'drafts') continue
      await run(`UPDATE ${table} SET ${name} = ${values.other}`)
      if ((await copy()) !== before) found.push(`${table}.${name} of ${owner}`)
      await run(`UPDATE ${table} SET ${name} = ${values.value}`)
    }
    return [...new Set(found)].sort()
  }

  const listWhere = (owner: Owner, pick: (table: Table) => (string | undefined)[]) =>
    Object.entries(tables).flatMap(([name, table]) =>
      listNames(...pick(table)).map((column) => `${name}.${column} of ${owner}`),
    )
  const isOfRequests = ({ technical }: Table) => listNames(technical).includes('verification_id')

  const rule = 'export-entries.ts copies exactly the columns that columns.ts says'

  it('has the account holder’s own columns, and no other (PRIVACY-1, PRIVACY-2, VOUCHER-6)', async () => {
    const expected = listWhere('account', ({ own }) => [own])
    expect(await listCells(() => makeCopy('holder'), 'account'), rule).toEqual(expected.sort())
  })

  it('has the creator’s columns of a request, and the third party’s only in a record (PRIVACY-1, PRIVACY-3, VALID-9, HOLD-12)', async () => {
    const documents = listNames(tables['documents']?.own).map((name) => `documents.${name} of account`)
    const before = listWhere('request', ({ both, creators }) => [both, creators])
    const withRecord = listWhere('request', (table) => [table.withRecord])
    const copied = () => listCells(() => makeCopy('creator'), 'request')
    expect(await copied(), rule).toEqual([...documents, ...before, ...withRecord].sort())
    await run("UPDATE verifications SET status = 'cancelled'")
    expect(await copied(), rule).toEqual([...documents, ...before].sort())
    await run("UPDATE verifications SET status = 'verified'")
  })

  it('has the third party’s columns of a request, and none of the creator’s (PRIVACY-1, PRIVACY-3, VALID-9)', async () => {
    const expected = listWhere('request', (table) => [
      table.both,
      table.thirdPartys,
      table.withRecord,
      isOfRequests(table) ? table.own : '',
    ])
    expect(await listCells(() => makeCopy('third_party'), 'request'), rule).toEqual(expected.sort())
  })

  it('is, at What is held about me, what it says of the third party (PRIVACY-21, HOLD-12)', async () => {
    await run('UPDATE verifications SET invited_erased_at = NULL')
    const held = async () => JSON.stringify(await showHeldData(test.platform, address), null, 2)
    const expected = listWhere('request', (table) => [table.heldAboutMe])
    expect(await listCells(held, 'request'), 'show-held-data.ts shows `heldAboutMe`').toEqual(expected.sort())
  })

  it('is the same for a creator whether or not they were privately refused, blocked or reported (NO-5)', async () => {
    const make = async () => [await makeCopy('holder'), await makeCopy('creator')]
    const before = await make()
    const other = await makeCopy('third_party')
    for (const table of ['private_refusals', 'email_blocks', 'request_reports'])
      await run(`DELETE FROM ${table}`)
    expect(await make()).toEqual(before)
    expect(await makeCopy('third_party')).not.toBe(other)
  })
})
