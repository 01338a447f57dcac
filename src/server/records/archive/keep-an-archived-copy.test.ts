import { describe, expect, it } from 'vitest'
import { sql } from '../../platform/database/index.ts'
import { issuedSealer } from '../../platform/pdf/testing/issued-sealer.ts'
import { startLocalAuthority } from '../../platform/pdf/testing/local-authority.ts'
import { archivingForFile, realClock } from '../../testing/archiving.ts'
import { checkRecord } from '../../testing/check-record.ts'
import { logInAgain, register } from '../../testing/people.ts'
import { unzip } from '../../testing/privacy-calls.ts'
import { completeRecord, mailedLink } from '../../testing/records.ts'
import { listEverySealedFile, listSealedFiles } from '../index.ts'

const { here, archiveAll, download, check, checkWithTool, listCopies, findFault } = archivingForFile()

describe('an archived copy', () => {
  it('is made by a job after a record is sealed, and available to both people (ARCHIVE-5, ARCHIVE-10)', async () => {
    const theirs = await mailedLink(here.test, here.id)
    expect(Buffer.from(here.copy.subarray(0, here.original.length)).equals(here.original)).toBe(true)
    expect(await download(theirs, 'record-archived.pdf')).toEqual(here.copy)
    expect(await listCopies()).toEqual([{ generation: 1, protectedUntil: new Date('2035-12-31T23:59:59Z') }])
    const answer = await here.test.app.request(`/api/records/${here.id}`, here.ada)
    expect(await answer.json()).toMatchObject({
      record: { archived: { protectedUntil: '2035-12-31T23:59:59.000Z', isOver: false } },
    })
    const eve = await register(here.test)
    expect(
      (await here.test.app.request(`/api/records/${here.id}/files/record-archived.pdf`, eve)).status,
    ).toBe(404)
    expect(await archiveAll()).toBe(0)
  })

  it("is in the evidence pack and in the copy of a person's data (ARCHIVE-10)", async () => {
    const answer = await here.test.app.request(`/api/records/${here.id}/pack`, here.ada)
    expect([...(await unzip(answer)).keys()]).toContain('record-archived.pdf')
    expect((await listSealedFiles(here.test.database, here.id)).map(({ name }) => name)).toContain(
      'record-archived.pdf',
    )
  })

  it('is genuine at /check only if every byte matches (ARCHIVE-9)', async () => {
    const { checkCode } = (await here.test.database.row<{ checkCode: string }>(
      sql`SELECT check_code FROM records WHERE verification_id = ${here.id}`,
    )) ?? { checkCode: '' }
    expect(await check(here.copy, checkCode)).toMatchObject({
      result: 'genuine',
      document: 'record',
      archived: { protectedUntil: '2035-12-31T23:59:59.000Z', isOver: false },
    })
    expect(await check(here.original, checkCode)).toMatchObject({ result: 'genuine', archived: null })
    for (const forged of [
      here.copy.subarray(0, here.copy.length - 1),
      Buffer.concat([here.copy, Buffer.from('\n')]),
    ])
      expect(await check(forged, checkCode)).toMatchObject({ result: 'changed' })
  })

  it('is shown as no longer protected from that day on, on its page and at /check (ARCHIVE-14)', async () => {
    const protectedUntil = '2035-12-31T23:59:59.000Z'
    for (const [now, isOver] of [
      ['2035-12-31T23:59:58.999Z', false],
      [protectedUntil, true],
    ] as const) {
      here.test.clock.set(new Date(now))
      const { headers } = await logInAgain(here.test, here.ada)
      const page = await here.test.app.request(`/api/records/${here.id}`, { headers })
      const archived = { protectedUntil, isOver }
      expect(await page.json()).toMatchObject({ record: { archived } })
      expect(await check(here.copy)).toMatchObject({ result: 'genuine', archived })
    }
    here.test.clock.set(new Date())
  })

  it('passes the checker, which prints the level of both (ARCHIVE-6, ARCHIVE-1)', async () => {
    const sealed = await checkWithTool(here.original)
    expect(sealed.output).toContain('the seal is PAdES B-LT\n')
    const archived = await checkWithTool(here.copy)
    expect(archived.output).toContain('the seal is PAdES B-LTA\n')
    expect(archived.output).toContain('the timestamp is over the archived copy, number 1\n')
    expect(archived.output).toContain('and protects until 2035-12-31T23:59:59.000Z')
    expect([sealed.exitCode, archived.exitCode]).toEqual([0, 0])
    // When no authority is given, the issuer of the timestamps is unknown.
    const unnamed = await checkRecord(here.folder, 'a.pdf', 'a.json', '--certificate', 'seal.pem')
    expect(unnamed.output).toContain(
      'the seal is PAdES B-LT, with 1 archive timestamps of an authority that you did not name\n',
    )
    expect(unnamed.output).not.toContain('protects until')
  })

  it.each([
    ['a foreign object', () => replaced('endobj\n', 'endobj\n99 0 obj\nnull\nendobj\n')],
    ['a changed field', () => replaced('/F 132', '/F 128')],
    ['a removed store', () => replaced('/Type /DSS', '/Type /XXX')],
    ['another page', () => replaced('/Contents', '/Content2')],
    ['bytes behind it', () => Buffer.concat([here.copy, Buffer.from('\n')])],
    ['another first byte', () => changedAt(12)],
    ['another value in its store', () => changedAt(here.copy.indexOf(0x30, here.original.length + 60))],
    ['a timestamp that was changed', () => changedAt(endOfToken() - 20)],
    ['something behind its timestamp', () => changedAt(endOfToken() + 2000)],
    ['an end of its own', () => here.copy.subarray(0, here.copy.length - 20)],
  ] as const)('is refused by the checker with %s (ARCHIVE-6)', async (_, forged) => {
    const { exitCode, output } = await checkWithTool(forged())
    expect(output).toContain('BAD ')
    expect(exitCode).toBe(1)
  })

  it('is compared with the sealed document by audit:verify and restore:check (ARCHIVE-11)', async () => {
    expect(await findFault()).toBeNull()
    const row = await here.test.database.row<{ path: string }>(
      sql`SELECT path FROM archived_copies WHERE verification_id = ${here.id} AND generation = 1`,
    )
    const address = { bucket: 'records', path: `${row?.path}.pdf` } as const
    const files: string[] = []
    for await (const file of listEverySealedFile(here.test.database)) files.push(file.address.path)
    expect(files).toContain(address.path)
    await here.test.platform.storage.put(address, changedAt(endOfToken() - 20))
    expect(await findFault()).toMatchObject({ reason: 'its archived copy 1 is not the one that was made' })
    await here.test.platform.storage.put(address, here.copy)
    expect(await findFault()).toBeNull()
  })

  it('is not followed by a copy that would protect no longer, however often one is due (ARCHIVE-7)', async () => {
    const due = new Date('2035-10-02T23:59:58Z')
    here.test.clock.set(due)
    expect(await archiveAll()).toBe(0)
    const weekMs = 7 * 24 * 60 * 60_000
    for (const [afterMs, jobs] of [
      [2000, 1],
      [weekMs, 0],
      [weekMs + 60_000, 1],
      [weekMs + 120_000, 0],
    ] as const) {
      here.test.clock.set(new Date(due.getTime() + afterMs))
      expect(await archiveAll(), String(afterMs)).toBe(jobs)
    }
    expect(await listCopies()).toHaveLength(1)
    here.test.clock.set(new Date())
  })

  it('gets a successor with one more timestamp before its own certificate expires (ARCHIVE-7)', async () => {
    const first = here.id
    const soon = new Date(Date.now() + 200 * 24 * 60 * 60_000)
    const ends = soon.toISOString().replace(/[-:T]|\.\d+/g, '')
    const brief = await startLocalAuthority({ ca: here.ca, to: ends })
    here.test.platform.sealer = await issuedSealer(here.ca, 'seal', { authority: brief, clock: realClock })
    here.id = await completeRecord(here.test, here.ada)
    await here.test.runJobs()
    await archiveAll()
    await (here.test.platform.sealer as typeof here.sealer).close()
    await brief.close()
    const lasting = await startLocalAuthority({ ca: here.ca })
    const renewer = await issuedSealer(here.ca, 'seal', { authority: lasting, clock: realClock })
    here.test.platform.sealer = renewer
    const sealed = await download(here.ada, 'record.pdf')
    const early = await download(here.ada, 'record-archived.pdf')
    expect(Math.abs(Number((await listCopies())[0]?.protectedUntil) - soon.getTime())).toBeLessThan(1000)

    const due = soon.getTime() - 90 * 24 * 60 * 60_000
    here.test.clock.set(new Date(due - 60_000))
    expect(await archiveAll()).toBe(0)
    here.test.clock.set(new Date(due + 60_000))
    expect(await archiveAll()).toBe(1)
    expect((await listCopies()).map(({ protectedUntil }) => protectedUntil.getUTCFullYear())).toEqual([
      soon.getUTCFullYear(),
      2035,
    ])
    here.test.clock.set(new Date())
    const renewed = await download(here.ada, 'record-archived.pdf')
    expect(Buffer.from(renewed.subarray(0, early.length)).equals(early)).toBe(true)
    expect((await checkWithTool(renewed)).output).toContain(
      'the timestamp is over the archived copy, number 2\n',
    )
    // Earlier copies are still genuine.
    for (const one of [sealed, early, renewed]) expect(await check(one)).toMatchObject({ result: 'genuine' })
    expect(await findFault()).toBeNull()
    here.test.platform.sealer = here.sealer
    await Promise.all([renewer.close(), lasting.close()])
    here.id = first
  })
})

function changedAt(at: number): Uint8Array {
  const changed = new Uint8Array(here.copy)
  changed[at] = changed[at] === 0x31 ? 0x32 : 0x31
  return changed
}

function replaced(from: string, to: string): Uint8Array {
  const added = Buffer.from(here.copy).subarray(here.original.length).toString('latin1')
  if (!added.includes(from)) throw new Error(`there is no ${from}`)
  return Buffer.concat([here.original, Buffer.from(added.replace(from, to), 'latin1')])
}

/** The end of the token's digits, which belong to its signature. */
function endOfToken(): number {
  const text = Buffer.from(here.copy).toString('latin1')
  const start = text.lastIndexOf('/Contents <') + '/Contents <'.length
  return start + text.slice(start, text.indexOf('>', start)).replace(/0+$/, '').length
}
