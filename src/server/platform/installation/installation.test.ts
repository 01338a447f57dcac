import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../testing/manual-clock.ts'
import { silentLogger } from '../../testing/silent-logger.ts'
import { folderForTest } from '../../testing/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, sql } from '../database/index.ts'
import { openDatabase } from '../database/open-database.ts'
import { createEncryption } from '../encryption/index.ts'
import { addSigningKeys, createSigning, generateSigningKeys, type SigningKeys } from '../keys/index.ts'
import { createStorage, type Storage } from '../storage/index.ts'
import { faults, findSigningFault, findStoreFault, type InstallationParts, notePublicUrl } from './index.ts'

let folder: string
let closing: (() => Promise<unknown>)[]
let clock: ManualClock
let source: TestDatabase
let database: Database
let storage: Storage
beforeEach(async () => {
  folder = folderForTest()
  closing = []
  clock = new ManualClock(new Date('2026-03-11T12:00:00.000Z'))
  source = await createTestDatabase()
  database = opened(source)
  storage = storageIn('files')
})
afterEach(async () => {
  for (const close of closing) await close()
  await source.drop()
})

function opened({ connectionString }: TestDatabase): Database {
  const connection = openDatabase(connectionString, { logger: silentLogger })
  closing.push(() => connection.close())
  return connection
}

const encryptions = {
  ours: createEncryption({ key: randomBytes(32) }),
  other: createEncryption({ key: randomBytes(32) }),
}
afterAll(() => Promise.all(Object.values(encryptions).map((encryption) => encryption.close())))
function storageIn(name: string, key: keyof typeof encryptions = 'ours'): Storage {
  return createStorage({ encryption: encryptions[key], folder: join(folder, name) })
}

async function otherDatabase(): Promise<Database> {
  const another = await createTestDatabase()
  const connection = opened(another)
  closing.push(() => another.drop())
  return connection
}

const findFault = (parts: Partial<InstallationParts> = {}) =>
  findStoreFault({ database, storage, clock, ...parts })
const rows = () => database.rows<{ id: string; markedAt: Date | null }>(sql`SELECT * FROM installation`)
const markFile = () => join(folder, 'files', 'installation', 'mark')
const markIn = async (place: Storage) => {
  const bytes = await place.get({ bucket: 'installation', path: 'mark' })
  return bytes && new TextDecoder().decode(bytes)
}

describe('processes that start on a database and a store', () => {
  it('agree on one id when ten start at once on an empty installation (REPLICA-2)', async () => {
    const found = await Promise.all(Array.from({ length: 10 }, () => findFault({ database: opened(source) })))
    expect(found).toEqual(Array(10).fill(null))
    const [row, ...others] = await rows()
    expect(others).toEqual([])
    expect(row?.markedAt).not.toBeNull()
    expect(await markIn(storage)).toBe(row?.id)
  })

  it('keep the id on every later start (REPLICA-2)', async () => {
    await findFault()
    const before = [await rows(), await readFile(markFile())]
    expect(await findFault()).toBeNull()
    expect([await rows(), await readFile(markFile())]).toEqual(before)
  })

  it('finish the work of a process that was killed halfway (REPLICA-12)', async () => {
    const killed: Storage = {
      ...storage,
      put: (...file) => storage.put(...file).then(() => Promise.reject(new Error('killed'))),
    }
    await expect(findFault({ storage: killed })).rejects.toThrow('killed')
    const mark = await markIn(storage)
    expect(await rows()).toMatchObject([{ id: mark, markedAt: null }])
    expect(await findFault()).toBeNull()
    expect(await rows()).toMatchObject([{ id: mark, markedAt: clock.now() }])
    await database.run(sql`UPDATE installation SET marked_at = NULL`)
    await writeFile(markFile(), new Uint8Array(300))
    expect(await findFault()).toBeNull()
    expect(await markIn(storage)).toBe((await rows())[0]?.id)
  })
})

describe('a process whose store belongs to another database', () => {
  beforeEach(async () => {
    expect(await findFault()).toBeNull()
  })

  it('detects another document key, and changes nothing (REPLICA-1)', async () => {
    const before = await readFile(markFile())
    expect(await findFault({ storage: storageIn('files', 'other') })).toBe(faults.otherKey)
    expect(await readFile(markFile())).toEqual(before)
    expect(await findFault()).toBeNull()
  })

  it('detects another store, empty or of another installation, and writes nothing there (REPLICA-1)', async () => {
    const elsewhere = storageIn('other')
    expect(await findFault({ storage: elsewhere })).toBe(faults.noMark)
    expect(await markIn(elsewhere)).toBeNull()
    const theirs = await otherDatabase()
    expect(await findFault({ database: theirs, storage: elsewhere })).toBeNull()
    expect(await findFault({ storage: elsewhere })).toBe(faults.otherInstallation)
    expect(await findFault({ database: theirs })).toBe(faults.otherInstallation)
    expect(await findFault({ database: theirs, storage: elsewhere })).toBeNull()
  })

  it('detects a store with a mark in another key, with a new database (REPLICA-1)', async () => {
    const parts = { database: await otherDatabase(), storage: storageIn('files', 'other') }
    expect(await findFault(parts)).toBe(faults.otherKey)
    expect(await findFault()).toBeNull()
  })
})

describe('a process with signing keys', () => {
  const make = (keys: SigningKeys) => createSigning(keys, { issuer: 'http://localhost/auth/v1' })
  const fault = async (keys: SigningKeys) => findSigningFault({ database, signing: await make(keys) })
  beforeEach(async () => {
    expect(await findFault()).toBeNull()
  })

  it('detects that they don’t recognise what others blocked and reported (REPLICA-14)', async () => {
    const ours = await generateSigningKeys()
    expect(await fault(ours)).toBeNull()
    const before = await rows()
    expect(await fault(await generateSigningKeys())).toBe(faults.otherSigningKeys)
    expect(await rows()).toEqual(before)
    expect(await fault(ours)).toBeNull()
  })

  it('accepts them after each change by rotate-keys (REPLICA-14)', async () => {
    const ours = await generateSigningKeys()
    expect(await fault(ours)).toBeNull()
    const changed = await addSigningKeys(ours, { isStolen: false })
    expect(await fault(changed)).toBeNull()
    expect(await fault(await addSigningKeys(changed, { isStolen: true }))).toBeNull()
    expect(await fault(ours)).toBeNull()
  })

  it('accepts those that 0.2.0 noted, and leaves its note as it is (REPLICA-14, RUN-45)', async () => {
    const kept = new URL('../../testing/installation-0.2.0/', import.meta.url)
    const dump = await readFile(new URL('database.sql', kept), 'utf8')
    const [, note = ''] = /INSERT INTO public\.installation VALUES\n.*?'(\{"mac".*?\})'/.exec(dump) ?? []
    await database.run(sql`UPDATE installation SET signing = ${note}`)
    const keys = JSON.parse(await readFile(new URL('secrets/signing-keys.json', kept), 'utf8')) as SigningKeys
    expect(await fault(keys)).toBeNull()
    expect(await fault(await generateSigningKeys())).toBe(faults.otherSigningKeys)
    expect(await rows()).toMatchObject([{ signing: JSON.parse(note) }])
  })

  it('agrees on one key with fifty that start at once (REPLICA-14)', async () => {
    const two = await Promise.all([generateSigningKeys(), generateSigningKeys()])
    const signings = await Promise.all(two.map(make))
    const found = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const signing = signings[n % 2]
        return signing ? findSigningFault({ database, signing }) : 'none'
      }),
    )
    const [first, second] = [0, 1].map((n) => new Set(found.filter((_, index) => index % 2 === n)))
    expect([first, second]).toContainEqual(new Set([null]))
    expect([first, second]).toContainEqual(new Set([faults.otherSigningKeys]))
  })

  it('learns whether the process before it had another PUBLIC_URL (REPLICA-15)', async () => {
    const note = (publicUrl: string) => notePublicUrl(database, publicUrl)
    expect(await note('http://localhost:3000')).toBe(false)
    expect(await note('http://localhost:3000')).toBe(false)
    expect(await note('https://assent.example')).toBe(true)
    expect(await note('https://assent.example')).toBe(false)
  })
})
