import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bindJobHandlers } from '../job-handlers.ts'
import { sql } from '../platform/database/index.ts'
import { enqueueMissing } from '../platform/jobs/index.ts'
import { createSealer, makeSealKey, type Sealer } from '../platform/pdf/index.ts'
import { type LocalAuthority, startLocalAuthority } from '../platform/pdf/testing/local-authority.ts'
import { onFiles } from '../platform/pdf/testing/public-tools.ts'
import type { Platform } from '../platform/platform.ts'
import { storedFiles } from '../testing/kept.ts'
import { type Person, register } from '../testing/people.ts'
import { completeRecord, personForEach, withdraw } from '../testing/records.ts'
import { createTestApp, type TestApp, testAppForFile } from '../testing/test-app.ts'
import { sealsDuty } from './index.ts'

const test = testAppForFile()
const ada = personForEach(test)

class Killed extends Error {}

/**
 * The platform of a process that dies at a call: either before the call does anything, or right after it. Every later
 * call fails.
 */
function dyingPlatform(
  step: 'storage.put' | 'sealer.seal' | 'database.transaction',
  when: 'before' | 'after',
  call: number,
): Platform {
  const { database, storage, sealer } = test.platform
  let calls = 0
  let isDead = false
  const mortal = <Part extends object>(name: string, part: Part): Part =>
    new Proxy(part, {
      get(target, method, receiver) {
        const value: unknown = Reflect.get(target, method, receiver)
        if (typeof value !== 'function') return value
        return async (...args: unknown[]) => {
          if (isDead) throw new Killed()
          const isCounted = `${name}.${String(method)}` === step
          if (isCounted) calls += 1
          const dies = isCounted && calls === call
          if (dies && when === 'before') isDead = true
          const result = isDead ? null : await value.apply(target, args)
          if (dies) isDead = true
          if (isDead) throw new Killed()
          return result
        }
      },
    })
  return {
    ...test.platform,
    database: mortal('database', database),
    storage: mortal('storage', storage),
    sealer: mortal('sealer', sealer),
  }
}

function dyingInTransaction(): Platform {
  const { platform } = test
  return {
    ...platform,
    jobs: {
      ...platform.jobs,
      async enqueue(tx, type, payload, options) {
        await platform.jobs.enqueue(tx, type, payload, options)
        throw new Killed()
      },
    },
  }
}

async function recordFiles(id: string): Promise<string[]> {
  return (await storedFiles(test)).filter((path) => path.includes(`/records/${id}/`))
}

async function readState(id: string) {
  return test.database.row<{
    documents: number
    attempts: number
    seals: number
    leaves: number
    heads: number
  }>(sql`
    SELECT (SELECT count(*) FROM sealed_documents WHERE verification_id = ${id}) AS documents,
      (SELECT count(*) FROM seal_attempts WHERE verification_id = ${id}) AS attempts,
      (SELECT count(*) FROM audit_events WHERE verification_id = ${id} AND event = 'sealed') AS seals,
      (SELECT count(*) FROM transparency_nodes WHERE level = 0) - (SELECT count(*) FROM sealed_documents) AS leaves,
      (SELECT max(size) FROM transparency_heads) - (SELECT count(*) FROM sealed_documents) AS heads`)
}

describe('a process that dies while it seals', () => {
  it.each([
    ['before it draws', () => dyingPlatform('sealer.seal', 'before', 1)],
    ['after it signed', () => dyingPlatform('sealer.seal', 'after', 1)],
    ['before the PDF is written', () => dyingPlatform('storage.put', 'before', 1)],
    ['after the PDF was written', () => dyingPlatform('storage.put', 'after', 1)],
    ['before the twin is written', () => dyingPlatform('storage.put', 'before', 2)],
    ['after both were written', () => dyingPlatform('storage.put', 'after', 2)],
    ['before the transaction', () => dyingPlatform('database.transaction', 'before', 1)],
    ['inside of the transaction', () => dyingInTransaction()],
    [
      'after the transaction, before the job is done',
      () => dyingPlatform('database.transaction', 'after', 1),
    ],
  ])(
    '%s: the next process finishes the record once, and no file is left behind (RECORD-6)',
    async (_, dying) => {
      const id = await completeRecord(test, ada)
      const seal = bindJobHandlers(dying())['seal-record']
      await expect(seal?.({ verificationId: id })).rejects.toThrow(Killed)
      await test.runJobs()
      expect(await readState(id)).toEqual({ documents: 1, attempts: 0, seals: 1, leaves: 0, heads: 0 })
      expect(await recordFiles(id)).toHaveLength(2)
      const answer = await test.app.request(`/api/records/${id}/files/record.pdf`, ada)
      const pdf = new Uint8Array(await answer.arrayBuffer())
      expect((await onFiles({ 'a.pdf': pdf }, 'pdfsig', 'a.pdf')).output).toContain('Signature is Valid')
      const mails = (await test.platform.mailer.outbox?.listNewest(500)) ?? []
      expect(
        mails.filter(({ to, subject }) => to === ada.email && subject === 'Your record is ready'),
      ).toHaveLength(1)
    },
  )

  it.each(['pdf', 'json'])(
    'stores no record if the storage did not accept its %s (RECORD-54)',
    async (format) => {
      const id = await completeRecord(test, ada)
      const { storage } = test.platform
      const put: Platform['storage']['put'] = async (address, bytes) => {
        if (address.path.endsWith(format)) throw new Error('no answer')
        return storage.put(address, bytes)
      }
      const seal = bindJobHandlers({ ...test.platform, storage: { ...storage, put } })['seal-record']
      await expect(seal?.({ verificationId: id })).rejects.toThrow('no answer')
      expect(await readState(id)).toMatchObject({ documents: 0, attempts: 0, seals: 0 })
      expect(await recordFiles(id)).toEqual([])
      await test.runJobs()
      expect(await readState(id)).toMatchObject({ documents: 1, attempts: 0, seals: 1 })
    },
  )

  it('makes one document, one leaf and no extra file when several processes seal at the same time (RECORD-54)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const creator = await register(test)
      const id = await completeRecord(test, creator, { type: 'person' })
      const seal = bindJobHandlers(test.platform)['seal-record']
      // Each seal starts when the one before has reached the next of these steps.
      const steps = ['storage.put', 'storage.put', 'storage.remove', 'sealer.seal'] as const
      const others: Promise<unknown>[] = []
      let n = 0
      const startAnother = (step: string) => {
        if (step === steps[(n + round) % steps.length] && n < 5) {
          n += 1
          others.push(Promise.resolve(seal?.({ verificationId: id })))
        }
      }
      const { storage, sealer } = test.platform
      const spy = <Part extends object>(name: string, part: Part): Part =>
        new Proxy(part, {
          get(target, method, receiver) {
            const value: unknown = Reflect.get(target, method, receiver)
            if (typeof value !== 'function') return value
            return (...args: unknown[]) => {
              startAnother(`${name}.${String(method)}`)
              return value.apply(target, args)
            }
          },
        })
      const watched = { ...test.platform, storage: spy('storage', storage), sealer: spy('sealer', sealer) }
      const sealWatched = bindJobHandlers(watched)['seal-record']
      await Promise.all([1, 2, 3].map(() => sealWatched?.({ verificationId: id })))
      await Promise.all(others)
      await test.runJobs()
      expect(await readState(id)).toEqual({ documents: 1, attempts: 0, seals: 1, leaves: 0, heads: 0 })
      expect(await recordFiles(id)).toHaveLength(2)
      const answer = await test.app.request(`/api/records/${id}/files/record.pdf`, creator)
      expect(answer.status).toBe(200)
    }
  })

  it('removes its files when another attempt takes its row and then fails (RECORD-54)', async () => {
    const creator = await register(test)
    const id = await completeRecord(test, creator, { type: 'person' })
    const { platform } = test
    let puts = 0
    // The second file is written only after the attempt was considered dead, and that write fails.
    const put: Platform['storage']['put'] = async (address, bytes) => {
      puts += 1
      if (puts === 1) return platform.storage.put(address, bytes)
      await test.database.run(sql`DELETE FROM seal_attempts WHERE verification_id = ${id}`)
      await platform.storage.put(address, bytes)
      throw new Error('no answer')
    }
    const losing = { ...platform, storage: { ...platform.storage, put } }
    const seal = bindJobHandlers(losing)['seal-record']?.({ verificationId: id })
    await seal
    expect(await recordFiles(id)).toEqual([])
    await test.runJobs()
    expect(await recordFiles(id)).toHaveLength(2)
  })

  it('leaves files that the hourly sweep removes if no later attempt does (RECORD-54)', async () => {
    const creator = await register(test)
    const id = await completeRecord(test, creator, { type: 'person' })
    await test.runJobs()
    const path = `${id}/record-1-left`
    await test.platform.storage.put({ bucket: 'records', path: `${path}.pdf` }, new Uint8Array(8))
    await test.database.run(sql`
      INSERT INTO seal_attempts (path, verification_id, started_at) VALUES (${path}, ${id}, ${test.clock.now()})`)
    await bindJobHandlers(test.platform)['remove-dead-attempts']?.({})
    expect(await recordFiles(id)).toHaveLength(3)
    test.clock.advance(61 * 60_000)
    await bindJobHandlers(test.platform)['remove-dead-attempts']?.({})
    expect(await recordFiles(id)).toHaveLength(2)
    expect(await readState(id)).toMatchObject({ documents: 1, attempts: 0 })
  })
})

describe('with a time authority', () => {
  let authority: LocalAuthority
  let sealer: Sealer & { close(): Promise<void> }
  let timed: TestApp
  beforeAll(async () => {
    authority = await startLocalAuthority()
    timed = await createTestApp()
    // The authority stamps with the real time.
    timed.clock.set(new Date())
    sealer = createSealer({
      sealKey: await makeSealKey('Test seal', new Date()),
      clock: timed.clock,
      threads: 1,
      timeAuthority: { url: authority.url, timeoutMs: 2000, silenceMs: 0 },
    })
    timed.platform.sealer = sealer
  })
  afterAll(async () => {
    await timed.close()
    await sealer.close()
    await authority.close()
  })

  async function revisions(id: string) {
    return timed.database.rows(sql`
      SELECT revision, timestamp_state AS timestamp FROM sealed_documents WHERE verification_id = ${id} ORDER BY leaf_index`)
  }

  async function readText(id: string, creator: Person): Promise<string> {
    const answer = await timed.app.request(`/api/records/${id}/files/record.pdf`, creator)
    const pdf = new Uint8Array(await answer.arrayBuffer())
    return (await onFiles({ 'a.pdf': pdf }, 'pdftotext', 'a.pdf', '-')).output
  }

  it('stamps a record at once when the authority answers', async () => {
    authority.behaviour = 'honest'
    const creator = await register(timed)
    const id = await completeRecord(timed, creator)
    await timed.runJobs()
    expect(await revisions(id)).toEqual([{ revision: 1, timestamp: 'granted' }])
    expect(await readText(id, creator)).not.toContain('Timestamp pending')
  })

  it('delivers a record marked as without a timestamp, and completes it when the authority answers (RECORD-4)', async () => {
    authority.behaviour = 'server_error'
    const creator = await register(timed)
    const id = await completeRecord(timed, creator)
    await timed.runJobs()
    expect(await revisions(id)).toEqual([{ revision: 1, timestamp: 'pending' }])
    expect(await readText(id, creator)).toContain('Timestamp pending')
    const mails = (await timed.platform.mailer.outbox?.listNewest(500)) ?? []
    expect(mails.filter(({ to }) => to === creator.email && to !== '')).not.toHaveLength(0)
    const complete = bindJobHandlers(timed.platform)['complete-timestamp']
    const payload = { verificationId: id, document: 'record', tries: 0 }
    for (const [tries, minutes] of [
      [0, 5],
      [9, 60],
    ] as const) {
      await complete?.({ ...payload, tries })
      expect(await revisions(id)).toEqual([{ revision: 1, timestamp: 'pending' }])
      const waiting = await timed.database.row<{ tries: number; runAt: Date }>(sql`
        SELECT (payload->>'tries')::int AS tries, run_at
        FROM graphile_worker._private_jobs WHERE key = ${`complete-timestamp record ${id}`}`)
      const runAt = new Date(timed.clock.now().getTime() + minutes * 60_000)
      expect(waiting).toEqual({ tries: tries + 1, runAt })
    }
    const findLost = async () => {
      await timed.database.run(sql`DELETE FROM graphile_worker._private_jobs`)
      const hourLater = { now: () => new Date(timed.clock.now().getTime() + 3_600_000) }
      return enqueueMissing({ ...timed.platform, clock: hourLater }, sealsDuty)
    }
    expect(await findLost()).toBe(1)
    authority.behaviour = 'honest'
    await complete?.(payload)
    expect(await findLost()).toBe(0)
    expect(await revisions(id)).toEqual([
      { revision: 1, timestamp: 'pending' },
      { revision: 2, timestamp: 'granted' },
    ])
    expect(await readText(id, creator)).not.toContain('Timestamp pending')
    await complete?.(payload)
    expect(await revisions(id)).toHaveLength(2)
  })

  it('keeps the times at which a record and its withdrawal were first sealed (RECORD-4)', async () => {
    authority.behaviour = 'server_error'
    const creator = await register(timed)
    const id = await completeRecord(timed, creator)
    await timed.runJobs()
    await withdraw(timed, id, creator)
    await timed.runJobs()
    const readTimes = () =>
      timed.database.row(sql`
        SELECT sealed_at, withdrawal_sealed_at FROM records WHERE verification_id = ${id}`)
    const first = await readTimes()
    expect(first).toEqual({ sealedAt: expect.any(Date), withdrawalSealedAt: expect.any(Date) })
    timed.clock.advance(5 * 60_000)
    authority.behaviour = 'honest'
    for (const document of ['record', 'withdrawal'])
      await bindJobHandlers(timed.platform)['complete-timestamp']?.({
        verificationId: id,
        document,
        tries: 0,
      })
    expect(await revisions(id)).toHaveLength(4)
    expect(await readTimes()).toEqual(first)
  })
})
