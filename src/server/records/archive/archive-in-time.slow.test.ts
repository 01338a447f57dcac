import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { bindJobHandlers } from '../../job-handlers.ts'
import { dayMs } from '../../platform/clock/index.ts'
import { type Sql, sql } from '../../platform/database/index.ts'
import { countLate, enqueueMissing } from '../../platform/jobs/index.ts'
import { createLogger } from '../../platform/logging/index.ts'
import { createSealer, makeSealKey } from '../../platform/pdf/index.ts'
import { issuedSealer } from '../../platform/pdf/testing/issued-sealer.ts'
import { archivingForFile, realClock } from '../../testing/archiving.ts'
import { register } from '../../testing/people.ts'
import { completeRecord } from '../../testing/records.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { archivesDuty, warnOfCertificateJob } from '../index.ts'

const { here, waitingJobs, archiveAll, download, checkWithTool, listCopies } = archivingForFile()

/** A sealed record whose archived copy is due next. */
async function sealedRecord(): Promise<string> {
  const verificationId = await completeRecord(here.test, here.ada)
  await bindJobHandlers(here.test.platform)['seal-record']?.({ verificationId })
  return verificationId
}

describe('archiving', () => {
  it('gets its job in the sealing transaction; the sweep counts lost jobs, but not renewals (ARCHIVE-19)', async () => {
    here.id = await sealedRecord()
    const sweep = () => enqueueMissing(here.test.platform, archivesDuty)
    expect(await waitingJobs()).toBe(1)
    expect(await sweep()).toBe(0)
    const lose = () =>
      here.test.asOwner((owner) =>
        owner.run(sql`DELETE FROM graphile_worker._private_jobs WHERE key LIKE 'archive-record %'`),
      )
    await lose()
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
    await here.test.runJobs()
    expect(await listCopies()).toHaveLength(1)
    // Due again years later, when no job existed yet.
    here.test.clock.set(new Date('2035-11-01T00:00:00Z'))
    expect(await sweep()).toBe(0)
    const renewals = await waitingJobs()
    expect(renewals).toBeGreaterThan(0)
    await lose()
    expect(await sweep()).toBe(renewals)
    await lose()
    here.test.clock.set(new Date())
  })

  it('counts as overdue from the configuration of a time authority, however old the seal is (ARCHIVE-8)', async () => {
    const older = await createTestApp()
    older.clock.set(new Date())
    const someone = await register(older)
    await completeRecord(older, someone)
    await older.runJobs()
    const sweep = () => enqueueMissing(older.platform, archivesDuty)
    const overdue = async () => (await countLate(older.platform, archivesDuty)).count
    await sweep()
    const configured = Date.now() + 3 * 365 * dayMs
    older.clock.set(new Date(configured))
    older.platform.sealer = here.sealer
    expect(await overdue()).toBe(0)
    await sweep()
    older.clock.set(new Date(configured + 2 * dayMs))
    expect(await overdue()).toBe(0)
    older.clock.set(new Date(configured + 2 * dayMs + 1))
    expect(await overdue()).toBe(1)
    expect((await countLate(older.platform, archivesDuty)).dueSince).toEqual(new Date(configured))
    // Without a time authority nothing is late, and with the next one the time starts again.
    older.platform.sealer = { ...here.sealer, hasTimeAuthority: false }
    expect(await overdue()).toBe(0)
    await sweep()
    older.platform.sealer = here.sealer
    expect(await overdue()).toBe(0)
    await older.close()
  })

  it("limits the tries for missing revocation statements, and doesn't count other outages (ARCHIVE-8)", async () => {
    here.ca.ocsp = 'server_error'
    const deaf = await issuedSealer(here.ca, 'seal', { authority: here.authority, clock: realClock })
    here.test.platform.sealer = deaf
    here.authority.behaviour = 'server_error'
    here.id = await completeRecord(here.test, here.ada)
    await here.test.runJobs()
    here.authority.behaviour = 'honest'
    const complete = bindJobHandlers(here.test.platform)['complete-timestamp']
    await complete?.({ verificationId: here.id, document: 'record', tries: 0 })
    const attempt = (tries: number, platform = here.test.platform) =>
      bindJobHandlers(platform)['archive-record']?.({
        verificationId: here.id,
        document: 'record',
        tries,
      })
    here.authority.behaviour = 'server_error'
    const away = await issuedSealer(here.ca, 'seal', { authority: here.authority, clock: realClock })
    here.test.platform.sealer = away
    for (let tries = 0; tries < 30; tries += 1) await attempt(tries)
    here.authority.behaviour = 'honest'
    here.test.platform.sealer = deaf
    for (let asked = 0; asked < 24; asked += 1) {
      await attempt(30 + asked)
      expect(await listCopies(), String(asked)).toEqual([])
    }
    const told: string[] = []
    const logger = createLogger('warn', { write: (line: string) => void told.push(line) })
    await attempt(0, { ...here.test.platform, logger })
    expect(await listCopies()).toHaveLength(1)
    expect(told.join('')).toContain('archived without what was said of its certificates')
    here.test.platform.sealer = here.sealer
    here.ca.ocsp = 'honest'
    await Promise.all([deaf.close(), away.close()])
  })

  it('waits for an authority that does not answer, and leaves nothing behind after a crash (ARCHIVE-8)', async () => {
    here.id = await sealedRecord()
    here.authority.behaviour = 'server_error'
    expect(await archiveAll()).toBe(1)
    expect(await listCopies()).toEqual([])
    here.authority.behaviour = 'honest'
    const { storage } = here.test.platform
    const refuse = () => Promise.reject(new Error('away'))
    here.test.platform.storage = { ...storage, put: refuse, remove: refuse }
    await retry()
    here.test.platform.storage = storage
    const attempts = () =>
      here.test.database.rows(sql`SELECT path FROM seal_attempts WHERE verification_id = ${here.id}`)
    expect(await attempts()).toHaveLength(1)
    await retry()
    expect(await listCopies()).toHaveLength(1)
    expect(await attempts()).toEqual([])
    here.test.clock.set(new Date())
  })

  const changeJob = (change: Sql) =>
    here.test.asOwner((owner) =>
      owner.run(
        sql`UPDATE graphile_worker._private_jobs SET ${change} WHERE key = ${`archive-record record ${here.id}`}`,
      ),
    )

  /** Makes the job that waits for its next try due. */
  async function retry(): Promise<void> {
    await changeJob(sql`run_at = now(), attempts = 0`)
    await here.test.runJobs()
  }

  it('continues after a day without an answer about the certificates, and reports when it is late (ARCHIVE-8)', async () => {
    here.ca.ocsp = 'server_error'
    here.ca.crl = 'server_error'
    const deaf = await issuedSealer(here.ca, 'seal', { authority: here.authority, clock: realClock })
    here.test.platform.sealer = deaf
    here.id = await completeRecord(here.test, here.ada)
    await here.test.runJobs()
    expect(await listCopies()).toEqual([])
    const later = {
      ...here.test.platform,
      clock: { now: () => new Date(Date.now() + 2 * dayMs + 60_000) },
    }
    expect((await countLate(later, archivesDuty)).count).toBe(1)
    for (let asked = 1; asked < 24; asked += 1) await retry()
    expect(await listCopies()).toEqual([])
    await retry()
    expect(await listCopies()).toHaveLength(1)
    expect((await checkWithTool(await download(here.ada, 'record-archived.pdf'))).output).toContain(
      'PAdES B-T, with 1 archive timestamps',
    )
    here.ca.ocsp = 'honest'
    here.ca.crl = 'honest'
    here.test.platform.sealer = here.sealer
    await deaf.close()
  })

  it('also protects a record with a self-signed certificate, and claims nothing more (ARCHIVE-3)', async () => {
    const roots = [await readFile(here.ca.rootFile, 'utf8')]
    const own = createSealer({
      sealKey: await makeSealKey('Test seal', new Date()),
      clock: realClock,
      threads: 1,
      timeAuthority: { url: here.authority.url, roots },
    })
    const other = await createTestApp()
    other.clock.set(new Date())
    other.platform.sealer = own
    const [kept, keptAda, keptSealer] = [here.test, here.ada, here.sealer]
    ;[here.test, here.sealer] = [other, own]
    here.ada = await register(other)
    here.id = await completeRecord(other, here.ada)
    await other.runJobs()
    await archiveAll()
    const { output, exitCode } = await checkWithTool(await download(here.ada, 'record-archived.pdf'))
    expect(output).toContain(
      'PAdES B-T, with 1 archive timestamps; no one can revoke a self-signed certificate',
    )
    expect(exitCode).toBe(0)
    ;[here.test, here.ada, here.sealer] = [kept, keptAda, keptSealer]
    await other.close()
    await own.close()
  })
})

describe('a seal certificate that is about to expire', () => {
  it('causes a warning in /readyz and once a day in the log, while everything works (ARCHIVE-4)', async () => {
    const ends = new Date(Date.now() + 20 * dayMs).toISOString()
    await here.ca.issue('short', 'sealing_ocsp', { to: `${ends.slice(0, 19).replace(/[-T:]/g, '')}Z` })
    const short = await issuedSealer(here.ca, 'short', { authority: null, clock: realClock })
    const lines: string[] = []
    const { platform } = here.test
    const warned = async () => {
      await here.test.database.transaction((tx) => platform.jobs.enqueue(tx, warnOfCertificateJob, {}))
      await here.test.runJobs()
      // Readiness asks about certificates once a second.
      here.test.clock.advance(1000)
      return ((await (await here.test.app.request('/readyz')).json()) as { warning?: string }).warning
    }
    const { logger } = platform
    platform.logger = { ...logger, warn: (_, message) => lines.push(message) }
    expect(await warned()).toBeUndefined()
    expect(lines).toEqual([])
    platform.sealer = short
    const sentence = `The certificate of the seal ends on ${ends.slice(0, 10)}, and nothing is sealed from then on`
    expect(await warned()).toContain(sentence)
    expect(lines).toEqual([expect.stringContaining(sentence)])
    Object.assign(platform, { sealer: here.sealer, logger })
    await short.close()
  })
})
