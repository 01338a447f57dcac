import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { listEveryFile } from './documents/index.ts'
import { sql } from './platform/database/index.ts'
import { createEncryption } from './platform/encryption/index.ts'
import {
  createStorage,
  type FileAddress,
  FileUnreadable,
  type ResealingStorage,
} from './platform/storage/index.ts'
import { listEverySealedFile } from './records/index.ts'
import { resealEverything } from './reseal.ts'
import { makeDraft } from './testing/drafts.ts'
import { type Person, putJson, registerPaying, uploadDocument } from './testing/people.ts'
import { madeCopy } from './testing/privacy-calls.ts'
import { completeRecord } from './testing/records.ts'
import { pngPicture } from './testing/sample-files.ts'
import { testAppForEach } from './testing/test-app.ts'
import { testDocumentKey } from './testing/test-platform.ts'

const present = { name: 'key-2026-03-11-0a1b2c3d', key: randomBytes(32) }
const both = createEncryption({ ...present, former: [{ key: testDocumentKey }] })
const alone = createEncryption(present)
afterAll(() => Promise.all([both.close(), alone.close()]))

const test = testAppForEach()
let storage: ResealingStorage
let ada: Person
beforeEach(async () => {
  storage = createStorage({ encryption: both, folder: join(test.dataDir, 'files') })
  ada = await registerPaying(test)
})

const secretOf = (id: string) => ({ purpose: 'authenticator-app', id })

/** Adds a record with its files, an unused photo, a draft and an authenticator app; returns the app's id. */
async function fill(): Promise<string> {
  await completeRecord(test, ada)
  await test.runJobs()
  await uploadDocument(test, ada, 'selfie', await pngPicture())
  await putJson(test, '/api/drafts/age', makeDraft({ values: { fullName: 'Ada Byron' } }), ada.headers)
  const id = randomUUID()
  const sealed = Buffer.from(await test.platform.encryption.seal(Buffer.from('secret'), secretOf(id)))
  await test.database.run(sql`
    INSERT INTO authenticator_apps (id, user_id, sealed_secret, created_at)
    VALUES (${id}, ${ada.id}, ${sealed}, ${test.clock.now()})`)
  return id
}

/** Reseals everything, and returns how many of each kind were encrypted again. */
async function reseal(through: ResealingStorage = storage) {
  const again = { documents: 0, records: 0, rows: 0 }
  const left = await resealEverything(
    { database: test.database, encryption: both, storage: through },
    (what, wasResealed) => {
      again[what] += Number(wasResealed)
    },
  )
  return { ...again, left }
}

async function remove(id: string): Promise<number> {
  const answer = await test.app.request(`/api/documents/${id}`, { method: 'DELETE', headers: ada.headers })
  await test.runJobs()
  return answer.status
}

async function countWaiting(): Promise<number> {
  const row = await test.database.row<{ count: number }>(
    sql`SELECT count(*) AS count FROM pg_locks WHERE NOT granted`,
  )
  return Number(row?.count)
}

async function listAddresses(): Promise<FileAddress[]> {
  const addresses: FileAddress[] = []
  for await (const { address } of listEveryFile(test.database)) addresses.push(address)
  for await (const { address } of listEverySealedFile(test.database)) addresses.push(address)
  return addresses
}

/** Checks that everything can be decrypted with only the present key. */
async function expectAllPresent(appId: string) {
  const withPresent = createStorage({ encryption: alone, folder: join(test.dataDir, 'files') })
  for (const address of await listAddresses())
    expect((await withPresent.get(address))?.byteLength, address.path).toBeGreaterThan(0)
  const app = await test.database.row<{ sealed: Buffer }>(
    sql`SELECT sealed_secret AS sealed FROM authenticator_apps WHERE id = ${appId}`,
  )
  expect(Buffer.from(await alone.open(app?.sealed ?? Buffer.of(), secretOf(appId))).toString()).toBe('secret')
  const draft = await test.database.row<{ content: Buffer }>(sql`SELECT content FROM drafts`)
  const content = await alone.open(draft?.content ?? Buffer.of(), {
    purpose: 'draft',
    owner: ada.id,
    kind: 'age',
  })
  expect(Buffer.from(content).toString()).toContain('Ada Byron')
}

describe('a change of the document key', () => {
  it('encrypts every file, draft and secret again, and skips those with the new key (ROTATE-2)', async () => {
    const appId = await fill()
    expect(await reseal()).toEqual({ documents: 5, records: 2, rows: 2, left: 0 })
    await expectAllPresent(appId)
    expect(await reseal()).toEqual({ documents: 0, records: 0, rows: 0, left: 0 })
  })

  it('resumes after being killed at any file (ROTATE-3)', async () => {
    const appId = await fill()
    for (let place = 0; place < 7; place += 1) {
      let count = 0
      const killed: ResealingStorage = {
        ...storage,
        reseal: async (address) => {
          if (count++ === place) throw new Error('killed')
          return storage.reseal(address)
        },
      }
      await expect(reseal(killed)).rejects.toThrow('killed')
    }
    expect(await reseal()).toMatchObject({ documents: 0, records: 1, rows: 2 })
    await expectAllPresent(appId)
  })

  it('doesn’t restore a file that is removed concurrently (ROTATE-3)', async () => {
    const id = await uploadDocument(test, ada, 'selfie', await pngPicture())
    const [address] = await listAddresses()
    if (!address) throw new Error('nothing was uploaded')
    let removal: Promise<number> | undefined
    /** Writes the bytes it has read once the removal is over, or waits for a lock. */
    const slow: ResealingStorage = {
      ...storage,
      async reseal(one) {
        const bytes = await storage.get(one)
        let isOver = false
        removal = remove(id).finally(() => {
          isOver = true
        })
        await expect.poll(async () => isOver || (await countWaiting()) > 0).toBe(true)
        if (bytes) await storage.put(one, bytes)
        return true
      },
    }
    await reseal(slow)
    expect(await removal).toBe(204)
    expect(await storage.get(address)).toBeNull()
  })

  it('leaves exports of personal data to expire, and counts those that need a former key (ROTATE-2)', async () => {
    await madeCopy(test, ada)
    expect(await reseal()).toMatchObject({ left: 1 })
  })

  it('stops at a file that no key can decrypt, and leaves it unchanged (ROTATE-3)', async () => {
    await uploadDocument(test, ada, 'selfie', await pngPicture())
    const foreign = createEncryption({ key: randomBytes(32) })
    const [address] = await listAddresses()
    if (!address) throw new Error('nothing was uploaded')
    await createStorage({ encryption: foreign, folder: join(test.dataDir, 'files') }).put(
      address,
      await pngPicture(),
    )
    await foreign.close()
    await expect(reseal()).rejects.toThrow(FileUnreadable)
  })
})
