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
import { createStorage, type Storage } from '../storage/index.ts'
import { faults, findStoreFault, type InstallationParts } from './index.ts'

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

/** Another, empty database. */
async function otherDatabase(): Promise<Database> {
  const another = await createTestDatabase()
  const connection = opened(another)
  closing.push(() => another.drop())
  return connection
}

const findFault = (parts: Partial<InstallationParts> = {}) =>
  findStoreFault({ database, storage, clock, ...parts })
const rows = () => database.rows<{ id: string; marked_at: Date | null }>(sql`SELECT * FROM installation`)
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
    expect(row?.marked_at).not.toBeNull()
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
    expect(await rows()).toMatchObject([{ id: mark, marked_at: null }])
    expect(await findFault()).toBeNull()
    expect(await rows()).toMatchObject([{ id: mark, marked_at: clock.now() }])
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
