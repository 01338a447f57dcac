import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { enqueueMissing } from '../platform/jobs/index.ts'
import type { Sealer } from '../platform/pdf/index.ts'
import { issuedSealer } from '../platform/pdf/testing/issued-sealer.ts'
import { type LocalAuthority, startLocalAuthority } from '../platform/pdf/testing/local-authority.ts'
import { type LocalCa, startLocalCa } from '../platform/pdf/testing/local-ca.ts'
import { archivesDuty, verifySeals } from '../records/index.ts'
import { checkRecord } from './check-record.ts'
import { type Person, register, subscribe } from './people.ts'
import { completeRecord } from './records.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** The authorities use the real time for timestamps and statements. */
export const realClock = { now: () => new Date() }

/**
 * An installation that seals and archives with authorities on this machine. Tests may temporarily replace its parts.
 */
type Archiving = {
  test: TestApp
  ada: Person
  ca: LocalCa
  authority: LocalAuthority
  sealer: Sealer & { close(): Promise<void> }
  folder: string
  /** An archived record of hers, with its bytes as sealed and as archived. */
  id: string
  original: Uint8Array
  copy: Uint8Array
}

/** For one test file: a sealed and archived record, and its authorities. */
export function archivingForFile() {
  const here = {} as Archiving
  beforeAll(async () => {
    here.folder = await mkdtemp(join(tmpdir(), 'archive-'))
    here.ca = await startLocalCa()
    here.authority = await startLocalAuthority({ ca: here.ca })
    await here.ca.issue('seal', 'sealing_ocsp')
    here.sealer = await issuedSealer(here.ca, 'seal', { authority: here.authority, clock: realClock })
    here.test = await createTestApp()
    // The authority stamps the real time.
    here.test.clock.set(new Date())
    here.test.platform.sealer = here.sealer
    here.ada = await register(here.test)
    await subscribe(here.test, here.ada, 'enterprise')
    here.id = await completeRecord(here.test, here.ada)
    await here.test.runJobs()
    here.original = await download(here.ada, 'record.pdf')
    here.copy = await download(here.ada, 'record-archived.pdf')
  })
  afterAll(async () => {
    await here.test.close()
    await here.sealer.close()
    await here.authority.close()
    await here.ca.close()
    await rm(here.folder, { recursive: true, force: true })
  })

  const waitingJobs = async () =>
    (
      await here.test.database.rows(
        sql`SELECT FROM graphile_worker._private_jobs WHERE key LIKE 'archive-record %' AND run_at <= now()`,
      )
    ).length

  /** Runs the minute's sweep and its jobs; returns the number of jobs found. */
  async function archiveAll(): Promise<number> {
    await enqueueMissing(here.test.platform, archivesDuty)
    const found = await waitingJobs()
    await here.test.runJobs()
    return found
  }

  async function download(asker: { headers: Record<string, string> }, file: string): Promise<Uint8Array> {
    const answer = await here.test.app.request(`/api/records/${here.id}/files/${file}`, asker)
    expect(answer.status).toBe(200)
    return new Uint8Array(await answer.arrayBuffer())
  }

  async function check(bytes: Uint8Array, checkCode?: string): Promise<Record<string, unknown>> {
    const answer = await here.test.app.request('/api/check', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sha256: hashHex(bytes), ...(checkCode ? { checkCode } : {}) }),
    })
    return (await answer.json()) as Record<string, unknown>
  }

  async function checkWithTool(pdf: Uint8Array): Promise<{ exitCode: number; output: string }> {
    await writeFile(join(here.folder, 'a.pdf'), pdf)
    await writeFile(join(here.folder, 'a.json'), await download(here.ada, 'record.json'))
    await writeFile(join(here.folder, 'seal.pem'), here.sealer.certificatePem)
    await writeFile(join(here.folder, 'root.pem'), await readFile(here.ca.rootFile))
    return checkRecord(here.folder, 'a.pdf', 'a.json', '--certificate', 'seal.pem', '--authority', 'root.pem')
  }

  const listCopies = () =>
    here.test.database.rows<{ generation: number; protectedUntil: Date }>(sql`
      SELECT generation, protected_until FROM archived_copies
      WHERE verification_id = ${here.id} AND document = 'record' ORDER BY generation`)
  const findFault = async () =>
    (
      await verifySeals(here.test.database, {
        storage: here.test.platform.storage,
        certificates: new Set([here.sealer.certificateSha256]),
      })
    ).firstBad

  return { here, waitingJobs, archiveAll, download, check, checkWithTool, listCopies, findFault }
}
