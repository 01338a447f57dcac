import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeLane } from '../../testing/make-lane.ts'
import { ManualClock } from '../../testing/manual-clock.ts'
import { silentLogger } from '../../testing/silent-logger.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, sql } from '../database/index.ts'
import { readNewestMigration } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { createEncryption } from '../encryption/index.ts'
import { startWorkers } from '../jobs/index.ts'
import { createStorage, type Storage } from '../storage/index.ts'
import { createInstallation, faults, type InstallationParts, rememberedMs } from './index.ts'

const newest = await readNewestMigration(join(import.meta.dirname, '../../../../migrations'))

let folder: string
let closing: (() => Promise<unknown>)[]
let clock: ManualClock
let source: TestDatabase
let database: Database
let storage: Storage
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assent-installation-'))
  closing = []
  clock = new ManualClock(new Date('2026-03-11T12:00:00.000Z'))
  source = await createTestDatabase()
  database = opened(source)
  storage = storageIn('files')
})
afterEach(async () => {
  for (const close of closing) await close()
  await source.drop()
  await rm(folder, { recursive: true })
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

/** Another database, with none of our rows. */
async function otherDatabase(): Promise<Database> {
  const another = await createTestDatabase()
  const connection = opened(another)
  closing.push(() => another.drop())
  return connection
}

/** The first signs, all verify. */
const keys = (...verifies: [string, ...string[]]) => ({ signs: verifies[0], verifies, mac: 'ours' })

const process = (parts: Partial<InstallationParts> = {}) =>
  createInstallation({
    database,
    storage,
    clock,
    logger: silentLogger,
    publicUrl: 'https://assent.example',
    signing: keys('old'),
    newestMigration: newest,
    ...parts,
  })
const findFault = (parts?: Partial<InstallationParts>) => process(parts).findFault()
/** Workers are what tells that a process serves. */
const serve = () =>
  startWorkers({ connectionString: source.connectionString, lanes: [makeLane({})], logger: silentLogger })
const rows = () => database.rows<{ id: string; marked_at: Date | null }>(sql`SELECT * FROM installation`)
const markFile = () => join(folder, 'files', 'installation', 'mark')
const markIn = async (place: Storage) => {
  const bytes = await place.get({ bucket: 'installation', path: 'mark' })
  return bytes && new TextDecoder().decode(bytes)
}

describe('processes that start on a database and a store', () => {
  it('agree on one id when ten of them start at once on nothing (REPLICA-2)', async () => {
    const found = await Promise.all(Array.from({ length: 10 }, () => findFault({ database: opened(source) })))
    expect(found).toEqual(Array(10).fill(null))
    const [row, ...others] = await rows()
    expect(others).toEqual([])
    expect(row?.marked_at).not.toBeNull()
    expect(await markIn(storage)).toBe(row?.id)
  })

  it('leave the id as it is at every later start (REPLICA-2)', async () => {
    await findFault()
    const before = [await rows(), await readFile(markFile())]
    expect(await findFault()).toBeNull()
    expect([await rows(), await readFile(markFile())]).toEqual(before)
  })

  it('finish what one that was killed in between had begun (REPLICA-12)', async () => {
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

describe('a process that does not belong to the others', () => {
  beforeEach(async () => {
    expect(await findFault()).toBeNull()
  })

  it('hears so with another document key, and changes nothing (REPLICA-1)', async () => {
    const before = await readFile(markFile())
    expect(await findFault({ storage: storageIn('files', 'other') })).toBe(faults.otherKey)
    expect(await readFile(markFile())).toEqual(before)
    expect(await findFault()).toBeNull()
  })

  it('hears so with another store, empty or of another installation, and writes nothing there (REPLICA-1)', async () => {
    const elsewhere = storageIn('other')
    expect(await findFault({ storage: elsewhere })).toBe(faults.noMark)
    expect(await markIn(elsewhere)).toBeNull()
    const theirs = await otherDatabase()
    expect(await findFault({ database: theirs, storage: elsewhere })).toBeNull()
    expect(await findFault({ storage: elsewhere })).toBe(faults.otherInstallation)
    expect(await findFault({ database: theirs })).toBe(faults.otherInstallation)
    expect(await findFault({ database: theirs, storage: elsewhere })).toBeNull()
  })

  it('hears so with a store that has a mark in another key, and a new database (REPLICA-1)', async () => {
    const parts = { database: await otherDatabase(), storage: storageIn('files', 'other') }
    expect(await findFault(parts)).toBe(faults.otherKey)
    expect(await findFault()).toBeNull()
  })

  it('hears so with an older schema, and serves on with a newer one (REPLICA-1, REPLICA-13)', async () => {
    expect(await findFault({ newestMigration: newest + 1 })).toBe(faults.olderSchema)
    expect(await findFault({ newestMigration: newest - 1 })).toBeNull()
  })

  it('hears within five seconds when it happens later, and when it is mended (REPLICA-4)', async () => {
    const running = process()
    expect(await running.findFault()).toBeNull()
    const mark = await readFile(markFile())
    await rm(join(folder, 'files'), { recursive: true })
    clock.advance(rememberedMs)
    expect(await running.findFault()).toBe(faults.noMark)
    await storage.put({ bucket: 'records', path: 'made/the-folder.pdf' }, mark)
    await storage.put({ bucket: 'installation', path: 'mark' }, mark)
    await writeFile(markFile(), mark)
    clock.advance(rememberedMs)
    expect(await running.findFault()).toBeNull()
  })
})

describe('the address that all processes have', () => {
  const moved = { publicUrl: 'https://new.example' }
  const secure = { publicUrl: 'http://assent.example' }

  it('is kept beside who serves: another is refused at its start, and changes nothing (CLUSTER-9)', async () => {
    const first = process()
    expect(await first.findFault()).toBeNull()
    const serving = await serve()
    expect(await findFault(moved)).toBe(faults.otherPublicUrl)
    expect(await findFault(secure)).toBe(faults.otherPublicUrl)
    expect(await findFault()).toBeNull()
    clock.advance(rememberedMs)
    expect(await first.findFault()).toBeNull()
    await serving.stop()
  })

  it('is changed by the first to start while nobody serves, and whoever has the old one is told (CLUSTER-9)', async () => {
    const old = process()
    expect(await old.findFault()).toBeNull()
    expect(await findFault(moved)).toBeNull()
    clock.advance(rememberedMs)
    expect(await old.findFault()).toBe(faults.otherPublicUrl)
    // Neither does it take the address back at a later look, nor beside those that serve with the new one.
    clock.advance(rememberedMs)
    expect(await old.findFault()).toBe(faults.otherPublicUrl)
    const serving = await serve()
    expect(await findFault()).toBe(faults.otherPublicUrl)
    expect(await findFault(moved)).toBeNull()
    await serving.stop()
  })

  it('is taken from the first to come where none was noted yet, also beside one that serves (CLUSTER-9)', async () => {
    await findFault()
    await database.run(sql`UPDATE installation SET public_url = NULL`)
    const serving = await serve()
    expect(await findFault(moved)).toBeNull()
    expect(await findFault()).toBe(faults.otherPublicUrl)
    await serving.stop()
  })
})

describe('the keys that all processes sign and verify with', () => {
  it('are kept beside who serves: others are refused at a start, and change nothing (CLUSTER-11)', async () => {
    const first = process()
    expect(await first.findFault()).toBeNull()
    const serving = await serve()
    for (const other of [keys('new'), keys('new', 'old'), { ...keys('old'), mac: 'another' }])
      expect(await findFault({ signing: other })).toBe(faults.otherSigningKeys)
    clock.advance(rememberedMs)
    expect(await first.findFault()).toBeNull()
    await serving.stop()
    expect(await findFault({ signing: keys('new') })).toBeNull()
    clock.advance(rememberedMs)
    expect(await first.findFault()).toBe(faults.otherSigningKeys)
  })

  it('are replaced while all serve: added behind, then signed with, then the old one removed (CLUSTER-11)', async () => {
    const first = process()
    expect(await first.findFault()).toBeNull()
    const serving = await serve()
    const behind = process({ signing: keys('old', 'new') })
    expect(await behind.findFault()).toBeNull()
    clock.advance(rememberedMs)
    expect(await first.findFault()).toBeNull()
    const before = process({ signing: keys('new', 'old') })
    expect(await before.findFault()).toBeNull()
    clock.advance(rememberedMs)
    expect([await behind.findFault(), await first.findFault()]).toEqual([null, faults.otherSigningKeys])
    expect(await findFault({ signing: keys('new') })).toBeNull()
    clock.advance(rememberedMs)
    expect([await before.findFault(), await behind.findFault()]).toEqual([null, faults.otherSigningKeys])
    await serving.stop()
  })
})
