import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { jobHandlers } from '../../job-handlers.ts'
import { type Sql, sql } from '../../platform/database/index.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import { createSealer, makeSealKey, type Sealer } from '../../platform/pdf/index.ts'
import { issuedSealer } from '../../platform/pdf/testing/issued-sealer.ts'
import { type LocalAuthority, startLocalAuthority } from '../../platform/pdf/testing/local-authority.ts'
import { type LocalCa, startLocalCa } from '../../platform/pdf/testing/local-ca.ts'
import { checkRecord } from '../../testing/check-record.ts'
import { type Person, postJson, register, subscribe } from '../../testing/people.ts'
import { completeRecord, mailedLink } from '../../testing/records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { dueArchives, everySealedFile, listSealedFiles, verifySeals, warnOfCertificateJob } from '../index.ts'

// The first seal waits for a thread to read its fonts, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const dayMs = 24 * 60 * 60_000
const clock = { now: () => new Date() }

type Asker = { headers: Record<string, string> }

let [test, ada] = [] as unknown as [TestApp, Person]
let [ca, authority, sealer] = [] as unknown as [LocalCa, LocalAuthority, Sealer & { close(): Promise<void> }]
let [id, folder] = ['', '']
let original: Uint8Array
let copy: Uint8Array
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'))
  ca = await startLocalCa()
  authority = await startLocalAuthority({ ca })
  await ca.issue('seal', 'sealing_ocsp')
  sealer = await issuedSealer(ca, 'seal', { authority, clock })
  test = await createTestApp()
  // The authority stamps the real time.
  test.clock.set(new Date())
  test.platform.sealer = sealer
  ada = await register(test)
  await subscribe(test, ada, 'enterprise')
  id = await completeRecord(test, ada)
  await test.runJobs()
  await archiveAll()
  original = await download(ada, 'record.pdf')
  copy = await download(ada, 'record-archived.pdf')
})
afterAll(async () => {
  await test.close()
  await sealer.close()
  await authority.close()
  await ca.close()
  await rm(folder, { recursive: true, force: true })
})

const waitingJobs = async () =>
  (
    await test.database.rows(
      sql`SELECT FROM graphile_worker._private_jobs WHERE key LIKE 'archive-record %' AND run_at <= now()`,
    )
  ).length

/** What is there to do once the minute's sweep was there, done. */
async function archiveAll(): Promise<number> {
  await dueArchives(test.platform).enqueueMissing()
  const found = await waitingJobs()
  await test.runJobs()
  return found
}

async function download(asker: Asker, file: string): Promise<Uint8Array> {
  const answer = await test.app.request(`/api/records/${id}/files/${file}`, asker)
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

async function check(bytes: Uint8Array, checkCode?: string): Promise<Record<string, unknown>> {
  const answer = await test.app.request('/api/check', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sha256: hashHex(bytes), ...(checkCode ? { checkCode } : {}) }),
  })
  return (await answer.json()) as Record<string, unknown>
}

async function checked(pdf: Uint8Array): Promise<{ exitCode: number; output: string }> {
  await writeFile(join(folder, 'a.pdf'), pdf)
  await writeFile(join(folder, 'a.json'), await download(ada, 'record.json'))
  await writeFile(join(folder, 'seal.pem'), sealer.certificatePem)
  await writeFile(join(folder, 'root.pem'), await readFile(ca.rootFile))
  return checkRecord(folder, 'a.pdf', 'a.json', '--certificate', 'seal.pem', '--authority', 'root.pem')
}

const copies = () =>
  test.database.rows<{ generation: number; protectedUntil: Date }>(sql`
    SELECT generation, protected_until AS "protectedUntil" FROM archived_copies
    WHERE verification_id = ${id} AND document = 'record' ORDER BY generation`)
const fault = async () =>
  (
    await verifySeals(test.database, {
      storage: test.platform.storage,
      certificates: new Set([sealer.certificateSha256]),
    })
  ).firstBad

describe('an archived copy', () => {
  it('is made by a job once a record is sealed, and given to both people (ARCHIVE-5, ARCHIVE-10)', async () => {
    const theirs = await mailedLink(test, id)
    expect(Buffer.from(copy.subarray(0, original.length)).equals(original)).toBe(true)
    expect(await download(theirs, 'record-archived.pdf')).toEqual(copy)
    expect(await copies()).toEqual([{ generation: 1, protectedUntil: new Date('2035-12-31T23:59:59Z') }])
    const answer = await test.app.request(`/api/records/${id}`, ada)
    expect(await answer.json()).toMatchObject({
      record: { archived: { protectedUntil: '2035-12-31T23:59:59.000Z', isOver: false } },
    })
    const eve = await register(test)
    expect((await test.app.request(`/api/records/${id}/files/record-archived.pdf`, eve)).status).toBe(404)
    expect(await archiveAll()).toBe(0)
  })

  it('is in the evidence pack, and in the copy of one’s data (ARCHIVE-10)', async () => {
    const answer = await test.app.request(`/api/records/${id}/pack`, ada)
    const zip = await fromBufferPromise(Buffer.from(await answer.arrayBuffer()))
    const names: string[] = []
    for await (const entry of zip.eachEntry()) names.push(entry.fileName)
    expect(names).toContain('record-archived.pdf')
    expect((await listSealedFiles(test.database, id)).map(({ name }) => name)).toContain(
      'record-archived.pdf',
    )
  })

  it('is genuine at /check to the last byte, and nothing else that begins like it is (ARCHIVE-9)', async () => {
    const { checkCode } = (await test.database.row<{ checkCode: string }>(
      sql`SELECT check_code AS "checkCode" FROM records WHERE verification_id = ${id}`,
    )) ?? { checkCode: '' }
    expect(await check(copy, checkCode)).toMatchObject({
      result: 'genuine',
      document: 'record',
      archived: { protectedUntil: '2035-12-31T23:59:59.000Z', isOver: false },
    })
    expect(await check(original, checkCode)).toMatchObject({ result: 'genuine', archived: null })
    for (const forged of [copy.subarray(0, copy.length - 1), Buffer.concat([copy, Buffer.from('\n')])])
      expect(await check(forged, checkCode)).toMatchObject({ result: 'changed' })
  })

  it('is said to be protected no longer from that day on, on its page and at /check (ARCHIVE-14)', async () => {
    const protectedUntil = '2035-12-31T23:59:59.000Z'
    for (const [now, isOver] of [
      ['2035-12-31T23:59:58.999Z', false],
      [protectedUntil, true],
    ] as const) {
      test.clock.set(new Date(now))
      const login = { email: ada.email, password: 'Correct-Horse-7' }
      const answer = await postJson(test, '/auth/v1/token?grant_type=password', login)
      const { access_token: token } = (await answer.json()) as { access_token: string }
      const page = await test.app.request(`/api/records/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const archived = { protectedUntil, isOver }
      expect(await page.json()).toMatchObject({ record: { archived } })
      expect(await check(copy)).toMatchObject({ result: 'genuine', archived })
    }
    test.clock.set(new Date())
  })

  it('holds for the checker, which says the level of both (ARCHIVE-6, ARCHIVE-1)', async () => {
    const sealed = await checked(original)
    expect(sealed.output).toContain('the seal is PAdES B-LT\n')
    const archived = await checked(copy)
    expect(archived.output).toContain('the seal is PAdES B-LTA\n')
    expect(archived.output).toContain('the timestamp is over the archived copy, number 1,')
    expect(archived.output).toContain('and protects until 2035-12-31T23:59:59.000Z')
    expect([sealed.exitCode, archived.exitCode]).toEqual([0, 0])
    // Whose timestamps they are is not known to whoever names no authority.
    const unnamed = await checkRecord(folder, 'a.pdf', 'a.json', '--certificate', 'seal.pem')
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
    ['bytes behind it', () => Buffer.concat([copy, Buffer.from('\n')])],
    ['another first byte', () => changedAt(12)],
    ['another value in its store', () => changedAt(copy.indexOf(0x30, original.length + 60))],
    ['a timestamp that was changed', () => changedAt(endOfToken() - 20)],
    ['something behind its timestamp', () => changedAt(endOfToken() + 2000)],
    ['an end of its own', () => copy.subarray(0, copy.length - 20)],
  ] as const)('is refused by the checker with %s (ARCHIVE-6)', async (_, forged) => {
    const { exitCode, output } = await checked(forged())
    expect(output).toContain('BAD ')
    expect(exitCode).toBe(1)
  })

  it('is compared with what was sealed by audit:verify and restore:check (ARCHIVE-11)', async () => {
    expect(await fault()).toBeNull()
    const row = await test.database.row<{ path: string }>(
      sql`SELECT path FROM archived_copies WHERE verification_id = ${id} AND generation = 1`,
    )
    const address = { bucket: 'records', path: `${row?.path}.pdf` } as const
    const files: string[] = []
    for await (const file of everySealedFile(test.database)) files.push(file.address.path)
    expect(files).toContain(address.path)
    await test.platform.storage.put(address, changedAt(endOfToken() - 20))
    expect(await fault()).toMatchObject({ reason: 'its archived copy 1 is not the one that was made' })
    await test.platform.storage.put(address, copy)
    expect(await fault()).toBeNull()
  })

  it('is not followed by one that protects no longer, however often it is due (ARCHIVE-7)', async () => {
    const due = new Date('2035-10-02T23:59:58Z')
    test.clock.set(due)
    expect(await archiveAll()).toBe(0)
    const weekMs = 7 * 24 * 60 * 60_000
    for (const [afterMs, jobs] of [
      [2000, 1],
      [weekMs, 0],
      [weekMs + 60_000, 1],
      [weekMs + 120_000, 0],
    ] as const) {
      test.clock.set(new Date(due.getTime() + afterMs))
      expect(await archiveAll(), String(afterMs)).toBe(jobs)
    }
    expect(await copies()).toHaveLength(1)
    test.clock.set(new Date())
  })

  it('is followed by the next one, with one more timestamp, before the certificate of its own ends (ARCHIVE-7)', async () => {
    const first = id
    const soon = new Date(Date.now() + 200 * 24 * 60 * 60_000)
    const ends = soon.toISOString().replace(/[-:T]|\.\d+/g, '')
    const brief = await startLocalAuthority({ ca, to: ends })
    test.platform.sealer = await issuedSealer(ca, 'seal', { authority: brief, clock })
    id = await completeRecord(test, ada)
    await test.runJobs()
    await archiveAll()
    await (test.platform.sealer as typeof sealer).close()
    await brief.close()
    const lasting = await startLocalAuthority({ ca })
    const renewer = await issuedSealer(ca, 'seal', { authority: lasting, clock })
    test.platform.sealer = renewer
    const sealed = await download(ada, 'record.pdf')
    const early = await download(ada, 'record-archived.pdf')
    expect(Math.abs(Number((await copies())[0]?.protectedUntil) - soon.getTime())).toBeLessThan(1000)

    const due = soon.getTime() - 90 * 24 * 60 * 60_000
    test.clock.set(new Date(due - 60_000))
    expect(await archiveAll()).toBe(0)
    test.clock.set(new Date(due + 60_000))
    expect(await archiveAll()).toBe(1)
    expect((await copies()).map(({ protectedUntil }) => protectedUntil.getUTCFullYear())).toEqual([
      soon.getUTCFullYear(),
      2035,
    ])
    test.clock.set(new Date())
    const renewed = await download(ada, 'record-archived.pdf')
    expect(Buffer.from(renewed.subarray(0, early.length)).equals(early)).toBe(true)
    expect((await checked(renewed)).output).toContain('the timestamp is over the archived copy, number 2,')
    // What was made before is still genuine.
    for (const one of [sealed, early, renewed]) expect(await check(one)).toMatchObject({ result: 'genuine' })
    expect(await fault()).toBeNull()
    test.platform.sealer = sealer
    await Promise.all([renewer.close(), lasting.close()])
    id = first
  })
})

/** A record that is sealed, whose archived copy is the next thing to do. */
async function sealedRecord(): Promise<string> {
  const verificationId = await completeRecord(test, ada)
  await jobHandlers(test.platform)['seal-record']?.({ verificationId }, { id: '0' })
  return verificationId
}

describe('archiving', () => {
  it('has its job from the transaction that seals; the sweep counts what was lost, and no renewal (ARCHIVE-19)', async () => {
    id = await sealedRecord()
    const sweep = () => dueArchives(test.platform).enqueueMissing()
    expect(await waitingJobs()).toBe(1)
    expect(await sweep()).toBe(0)
    const lose = () =>
      test.asOwner((owner) =>
        owner.run(sql`DELETE FROM graphile_worker._private_jobs WHERE key LIKE 'archive-record %'`),
      )
    await lose()
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
    await test.runJobs()
    expect(await copies()).toHaveLength(1)
    // Due again in years: nobody had a job for that.
    test.clock.set(new Date('2035-11-01T00:00:00Z'))
    expect(await sweep()).toBe(0)
    expect(await waitingJobs()).toBeGreaterThan(0)
    await lose()
    test.clock.set(new Date())
  })

  it('counts as overdue from when there was a time authority, however long ago the sealing (ARCHIVE-8)', async () => {
    const older = await createTestApp()
    older.clock.set(new Date())
    const someone = await register(older)
    await completeRecord(older, someone)
    await older.runJobs()
    const sweep = () => dueArchives(older.platform).enqueueMissing()
    const overdue = async () => (await dueArchives(older.platform).overdue()).count
    await sweep()
    const configured = Date.now() + 3 * 365 * dayMs
    older.clock.set(new Date(configured))
    older.platform.sealer = sealer
    expect(await overdue()).toBe(0)
    await sweep()
    older.clock.set(new Date(configured + 2 * dayMs))
    expect(await overdue()).toBe(0)
    older.clock.set(new Date(configured + 2 * dayMs + 1))
    expect(await overdue()).toBe(1)
    expect((await dueArchives(older.platform).overdue()).dueSince).toEqual(new Date(configured))
    // Without one nothing is late, and with the next one it begins anew.
    older.platform.sealer = { ...sealer, hasTimeAuthority: false }
    expect(await overdue()).toBe(0)
    await sweep()
    older.platform.sealer = sealer
    expect(await overdue()).toBe(0)
    await older.close()
  })

  it('waits for what nobody says for as many tries as somebody was asked, whatever else was away meanwhile (ARCHIVE-8)', async () => {
    ca.ocsp = 'server_error'
    const deaf = await issuedSealer(ca, 'seal', { authority, clock })
    test.platform.sealer = deaf
    authority.behaviour = 'server_error'
    id = await completeRecord(test, ada)
    await test.runJobs()
    authority.behaviour = 'honest'
    const complete = jobHandlers(test.platform)['complete-timestamp']
    await complete?.({ verificationId: id, document: 'record', tries: 0 }, { id: '0' })
    const attempt = (tries: number) =>
      jobHandlers(test.platform)['archive-record']?.(
        { verificationId: id, document: 'record', tries },
        { id: '0' },
      )
    authority.behaviour = 'server_error'
    const away = await issuedSealer(ca, 'seal', { authority, clock })
    test.platform.sealer = away
    for (let tries = 0; tries < 30; tries += 1) await attempt(tries)
    authority.behaviour = 'honest'
    test.platform.sealer = deaf
    for (let asked = 0; asked < 24; asked += 1) {
      await attempt(30 + asked)
      expect(await copies(), String(asked)).toEqual([])
    }
    await attempt(0)
    expect(await copies()).toHaveLength(1)
    test.platform.sealer = sealer
    ca.ocsp = 'honest'
    await Promise.all([deaf.close(), away.close()])
  })

  it('waits for an authority that does not answer, and leaves nothing behind where it dies (ARCHIVE-8)', async () => {
    id = await sealedRecord()
    authority.behaviour = 'server_error'
    expect(await archiveAll()).toBe(1)
    expect(await copies()).toEqual([])
    authority.behaviour = 'honest'
    const { storage } = test.platform
    test.platform.storage = { ...storage, put: () => Promise.reject(new Error('away')) }
    await retry()
    test.platform.storage = storage
    const attempts = () =>
      test.database.rows(sql`SELECT path FROM seal_attempts WHERE verification_id = ${id}`)
    expect(await attempts()).toHaveLength(1)
    await retry()
    expect(await copies()).toHaveLength(1)
    expect(await attempts()).toEqual([])
    test.clock.set(new Date())
  })

  const changeJob = (change: Sql) =>
    test.asOwner((owner) =>
      owner.run(
        sql`UPDATE graphile_worker._private_jobs SET ${change} WHERE key = ${`archive-record record ${id}`}`,
      ),
    )

  /** Makes the job due that waits to try again. */
  async function retry(): Promise<void> {
    await changeJob(sql`run_at = now(), attempts = 0`)
    await test.runJobs()
  }

  it('goes on without what nobody says of the certificates after a day, and says late when it is (ARCHIVE-8)', async () => {
    ca.ocsp = 'server_error'
    ca.crl = 'server_error'
    const deaf = await issuedSealer(ca, 'seal', { authority, clock })
    test.platform.sealer = deaf
    id = await completeRecord(test, ada)
    await test.runJobs()
    expect(await copies()).toEqual([])
    const due = dueArchives({
      ...test.platform,
      clock: { now: () => new Date(Date.now() + 2 * dayMs + 60_000) },
    })
    expect((await due.overdue()).count).toBe(1)
    for (let asked = 1; asked < 24; asked += 1) await retry()
    expect(await copies()).toEqual([])
    await retry()
    expect(await copies()).toHaveLength(1)
    expect((await checked(await download(ada, 'record-archived.pdf'))).output).toContain(
      'PAdES B-T, with 1 archive timestamps',
    )
    ca.ocsp = 'honest'
    ca.crl = 'honest'
    test.platform.sealer = sealer
    await deaf.close()
  })

  it('protects a record whose certificate vouches for itself too, and claims no more for it (ARCHIVE-3)', async () => {
    const roots = [await readFile(ca.rootFile, 'utf8')]
    const own = createSealer({
      sealKey: await makeSealKey('Test seal', new Date()),
      clock,
      threads: 1,
      timeAuthority: { url: authority.url, roots },
    })
    const other = await createTestApp()
    other.clock.set(new Date())
    other.platform.sealer = own
    const [kept, keptAda, keptSealer] = [test, ada, sealer]
    ;[test, sealer] = [other, own]
    ada = await register(other)
    id = await completeRecord(other, ada)
    await other.runJobs()
    await archiveAll()
    const { output, exitCode } = await checked(await download(ada, 'record-archived.pdf'))
    expect(output).toContain('PAdES B-T, with 1 archive timestamps; of a certificate that vouches for itself')
    expect(exitCode).toBe(0)
    ;[test, ada, sealer] = [kept, keptAda, keptSealer]
    await other.close()
    await own.close()
  })
})

describe('a certificate of the seal that comes to its end', () => {
  it('is told by /readyz and once a day in the log, while everything goes on (ARCHIVE-4)', async () => {
    const ends = new Date(Date.now() + 20 * dayMs).toISOString()
    await ca.issue('short', 'sealing_ocsp', { to: `${ends.slice(0, 19).replace(/[-T:]/g, '')}Z` })
    const short = await issuedSealer(ca, 'short', { authority: null, clock })
    const lines: string[] = []
    const { platform } = test
    const warned = async () => {
      await test.database.transaction((tx) => platform.jobs.enqueue(tx, warnOfCertificateJob, {}))
      await test.runJobs()
      // Readiness asks about certificates once a second.
      test.clock.advance(1000)
      return ((await (await test.app.request('/readyz')).json()) as { warning?: string }).warning
    }
    const { logger } = platform
    platform.logger = { ...logger, warn: (_, message) => lines.push(message) }
    expect(await warned()).toBeUndefined()
    expect(lines).toEqual([])
    platform.sealer = short
    const sentence = `The certificate of the seal ends on ${ends.slice(0, 10)}, and nothing is sealed from then on`
    expect(await warned()).toContain(sentence)
    expect(lines).toEqual([expect.stringContaining(sentence)])
    Object.assign(platform, { sealer, logger })
    await short.close()
  })
})

function changedAt(at: number): Uint8Array {
  const changed = new Uint8Array(copy)
  changed[at] = changed[at] === 0x31 ? 0x32 : 0x31
  return changed
}

/** With a text replaced in what follows the sealed bytes. */
function replaced(from: string, to: string): Uint8Array {
  const added = Buffer.from(copy).subarray(original.length).toString('latin1')
  if (!added.includes(from)) throw new Error(`there is no ${from}`)
  return Buffer.concat([original, Buffer.from(added.replace(from, to), 'latin1')])
}

/** Where the digits of the token end, which are those of its signature. */
function endOfToken(): number {
  const text = Buffer.from(copy).toString('latin1')
  const start = text.lastIndexOf('/Contents <') + '/Contents <'.length
  return start + text.slice(start, text.indexOf('>', start)).replace(/0+$/, '').length
}
