import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RecordView } from '../../../contract/record.ts'
import { createApp } from '../../app.ts'
import { bindJobHandlers } from '../../job-handlers.ts'
import { createMetrics } from '../../operations/routes.ts'
import { sql } from '../../platform/database/index.ts'
import { keepRevokedInDatabase, type Sealer } from '../../platform/pdf/index.ts'
import { issuedSealer } from '../../platform/pdf/testing/issued-sealer.ts'
import { type LocalAuthority, startLocalAuthority } from '../../platform/pdf/testing/local-authority.ts'
import { type LocalCa, startLocalCa } from '../../platform/pdf/testing/local-ca.ts'
import { from, type Person, register } from '../../testing/people.ts'
import { completeRecord } from '../../testing/records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { warnOfCertificateJob, warnOfCertificates } from '../index.ts'

const minuteMs = 60_000

let [ca, test, ada] = [] as unknown as [LocalCa, TestApp, Person]
let lines: string[] = []
const sealers: (Sealer & { close(): Promise<void> })[] = []
beforeAll(async () => {
  ca = await startLocalCa()
})
beforeEach(async () => {
  ca.ocsp = 'honest'
  ca.crl = 'honest'
  lines = []
  test = await createTestApp()
  test.clock.set(new Date())
  test.platform.logger = { ...test.platform.logger, warn: (_, message) => lines.push(message) }
  ada = await register(test)
  return async () => {
    await Promise.all(sealers.splice(0).map((sealer) => sealer.close()))
    await test.close()
  }
})
afterAll(() => ca.close())

/** Seals from now on like a process that starts with this certificate and remembers only what the database has. */
async function startWith(name: string, authority: LocalAuthority | null = null): Promise<void> {
  const revoked = keepRevokedInDatabase(test.database, test.clock)
  const sealer = await issuedSealer(ca, name, { authority, clock: test.clock, revoked })
  sealers.push(sealer)
  test.platform.sealer = sealer
}

async function fetchView(id: string): Promise<RecordView> {
  return (await (await test.app.request(`/api/records/${id}`, ada)).json()) as RecordView
}

/** Seals the record at once, even after failed tries. */
const seal = (id: string) => bindJobHandlers(test.platform)['seal-record']?.({ verificationId: id })

async function readWarnings(): Promise<{ readyz: string | undefined; metrics: string }> {
  const app = createApp(test.platform, { metrics: createMetrics({ process: false }) })
  const readyz = (await (await app.request('/readyz')).json()) as { warning?: string }
  const metrics = await app.request('/metrics', { headers: { host: 'localhost:3000' } }, from('127.0.0.1'))
  return { readyz: readyz.warning, metrics: await metrics.text() }
}

describe('a revoked seal certificate', () => {
  it('seals nothing in any process, even if an authority is silent later, until another certificate replaces it (ARCHIVE-4, ARCHIVE-17)', async () => {
    await ca.issue('seal', 'sealing_ocsp')
    await ca.issue('next', 'sealing_ocsp')
    await startWith('seal')
    expect((await readWarnings()).metrics).toContain('certificate_revoked{of="seal"} 0\n')
    await ca.revoke('seal')
    await warnOfCertificates(test.platform)
    const sentence = 'The certificate of the seal was revoked by its authority: nothing is sealed'
    expect(lines).toEqual([expect.stringContaining(sentence)])

    ca.ocsp = 'server_error'
    await startWith('seal')
    const id = await completeRecord(test, ada)
    await test.runJobs()
    await expect(seal(id)).rejects.toThrow(sentence)
    expect((await fetchView(id)).record).toBeNull()
    test.clock.set(new Date(Date.now() + minuteMs + 1000))
    expect(await fetchView(id)).toMatchObject({ record: null, isSealLate: true })
    const { readyz, metrics } = await readWarnings()
    expect(readyz).toContain(sentence)
    expect(metrics).toContain('certificate_revoked{of="seal"} 1\n')
    expect(metrics).toContain('work_overdue{kind="seals"} 1\n')
    expect(metrics).toContain('seals_pending 1\n')

    await startWith('next')
    expect(await readWarnings()).toMatchObject({
      readyz: undefined,
      metrics: expect.stringContaining('certificate_revoked{of="seal"} 0\n'),
    })
    await seal(id)
    expect(await fetchView(id)).toMatchObject({ record: { revision: 1 }, isSealLate: false })
  })

  it('is found by the daily job when nothing is sealed, even though it was good a minute ago (ARCHIVE-17)', async () => {
    await ca.issue('daily', 'sealing_ocsp')
    await startWith('daily')
    await seal(await completeRecord(test, ada))
    test.clock.set(new Date(Date.now() + minuteMs))
    ca.asked.length = 0
    await seal(await completeRecord(test, await register(test)))
    expect(ca.asked).toEqual([])
    await ca.revoke('daily')
    await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, warnOfCertificateJob, {}))
    await test.runJobs()
    expect(lines).toContainEqual(expect.stringContaining('was revoked by its authority'))
  })

  it('seals nothing while it is suspended, and seals the waiting records once it is released (ARCHIVE-18)', async () => {
    await ca.issue('suspended', 'sealing_ocsp')
    await ca.revoke('suspended', 'certificateHold')
    await startWith('suspended')
    const id = await completeRecord(test, ada)
    const sentence =
      'The certificate of the seal is suspended by its authority: nothing is sealed until it is'
    await expect(seal(id)).rejects.toThrow(sentence)
    ca.ocsp = 'server_error'
    await startWith('suspended')
    await expect(seal(id)).rejects.toThrow(sentence)
    expect((await readWarnings()).readyz).toContain(sentence)
    ca.ocsp = 'honest'
    await ca.release('suspended')
    // Statements have a resolution of one second, so one from the same second as the hold isn't later.
    await expect
      .poll(async () => {
        test.clock.set(new Date(test.clock.now().getTime() + minuteMs))
        await Promise.resolve(seal(id)).catch(() => {})
        return (await fetchView(id)).record?.revision
      })
      .toBe(1)
    expect((await readWarnings()).readyz).toBeUndefined()
  })
})

describe('a revoked certificate of the time authority', () => {
  it('stamps nothing in any process, even if an authority is silent later, and is reported (ARCHIVE-4, ARCHIVE-17)', async () => {
    const other = await startLocalCa()
    const stamps = await startLocalAuthority({ ca: other })
    const kept = ca
    ca = other
    // Its root is valid from now on.
    test.clock.set(new Date())
    await ca.issue('seal', 'sealing_ocsp')
    await ca.revoke('good')
    await startWith('seal', stamps)
    await warnOfCertificates(test.platform)
    const sentence =
      'The certificate of the time authority was revoked: records are sealed without its timestamp'
    expect(lines).toEqual([expect.stringContaining(sentence)])
    ca.crl = 'server_error'
    await startWith('seal', stamps)
    await seal(await completeRecord(test, ada))
    expect(await test.database.rows(sql`SELECT timestamp_state AS state FROM sealed_documents`)).toEqual([
      { state: 'pending' },
    ])
    expect(await test.platform.sealer.stamp(Buffer.from('a head'))).toEqual({
      state: 'pending',
      fault: 'revoked_certificate',
    })
    const { readyz, metrics } = await readWarnings()
    expect(readyz).toContain(sentence)
    expect(metrics).toContain('certificate_revoked{of="time_authority"} 1\n')
    expect(metrics).toContain('certificate_revoked{of="seal"} 0\n')
    await stamps.close()
    await other.close()
    ca = kept
  })
})
