import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../testing/manual-clock.ts'
import { folderForTest } from '../../testing/temporary-folder.ts'
import type { FolderPart } from '../database/embedded/copy-cluster.ts'
import { type AppliedMigration, refuseForeignSchema } from '../database/migrate.ts'
import { writeZip } from '../zip/index.ts'
import { createEncrypter, readIdentity, writeEncrypted } from './age.ts'
import { addBackup, findNewestBackup } from './backup-set.ts'
import { restoreBackup } from './restore-backup.ts'

const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)
const migrationsFolder = join(import.meta.dirname, '../../../../migrations')

const clock = new ManualClock(new Date())
const place = { set: '', files: '', restored: '' }
let landed: AppliedMigration[] = []
beforeEach(() => {
  clock.set(new Date('2026-03-11T03:52:00.000Z'))
  const folder = folderForTest()
  Object.assign(place, {
    set: join(folder, 'set'),
    files: join(folder, 'data', 'files'),
    restored: join(folder, 'restored'),
  })
  landed = []
})

async function* readCluster(): AsyncGenerator<FolderPart> {
  yield { name: 'PG_VERSION', bytes: Buffer.from('18\n') }
  yield { name: 'pg_notify/', bytes: Buffer.alloc(0) }
  yield { name: 'base/', bytes: Buffer.alloc(0) }
  yield { name: 'base/1', bytes: Buffer.from('rows'.repeat(50_000)) }
}

const backUp = (parts: () => AsyncIterable<FolderPart> = readCluster) =>
  addBackup({
    folder: place.set,
    encrypter: createEncrypter(recipient),
    days: 30,
    now: clock.now(),
    files: place.files,
    migrations: landed,
    readCluster: parts,
  })

async function store(path: string, text = path): Promise<void> {
  await mkdir(dirname(join(place.files, path)), { recursive: true })
  await writeFile(join(place.files, path), text)
}

async function restore(backup: string): Promise<number> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  await mkdir(place.restored, { recursive: true })
  return restoreBackup({
    backup,
    decrypter,
    dataDir: place.restored,
    user: null,
    refuseSchema: (migrations) => refuseForeignSchema(migrationsFolder, migrations),
  })
}

const list = async (folder: string) => (await readdir(folder)).sort()
const listBackups = async () => (await list(place.set)).filter((name) => name.endsWith('.age'))
const listKept = () => list(join(place.set, 'files'))
const readKept = async () => {
  const names = await listKept()
  const kept = await Promise.all(names.map((name) => readFile(join(place.set, 'files', name), 'base64')))
  return Object.fromEntries(names.map((name, n) => [name, kept[n]]))
}
const readRestored = (path: string) => readFile(join(place.restored, path), 'utf8')

const day = 86_400_000

async function flipByte(file: string, at: (size: number) => number): Promise<void> {
  const bytes = await readFile(file)
  const index = at(bytes.length)
  bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index)
  await writeFile(file, bytes)
}

describe('a backup set', () => {
  it('stores each file once, so that a later backup adds only new files (RESTORE-5)', async () => {
    await store('records/a/1.pdf')
    await store('user_documents/b/2.jpg', 'a photo'.repeat(40_000))
    expect(await backUp()).toMatchObject({ files: 2, added: 2 })
    const first = await readKept()
    await store('records/a/3.pdf')
    clock.advance(day)
    expect(await backUp()).toMatchObject({ files: 3, added: 1 })
    // Encrypting again would give other bytes.
    expect(await readKept()).toEqual(expect.objectContaining(first))
    expect(await listBackups()).toEqual(['2026-03-11T03-52-00Z.age', '2026-03-12T03-52-00Z.age'])

    expect(await restore(join(place.set, '2026-03-12T03-52-00Z.age'))).toBe(3)
    expect(await readRestored('files/user_documents/b/2.jpg')).toBe('a photo'.repeat(40_000))
    expect(await readRestored('files/records/a/3.pdf')).toBe('records/a/3.pdf')
    expect(await readRestored('postgres/cluster/base/1')).toBe('rows'.repeat(50_000))
    expect(await list(join(place.restored, 'postgres/cluster'))).toEqual(['PG_VERSION', 'base', 'pg_notify'])
    expect(await list(place.restored)).toEqual(['files', 'postgres'])
  })

  it('includes an overwritten file, and a file added while the rows were copied (RESTORE-4)', async () => {
    await store('one', 'before')
    await backUp()
    await store('one', 'after!')
    await utimes(join(place.files, 'one'), 1_700_000_000, 1_700_000_000)
    clock.advance(day)
    const { file } = await backUp(async function* () {
      await store('two')
      yield* readCluster()
      await rm(join(place.files, 'one'))
    })
    expect(await restore(file)).toBe(2)
    expect(await readRestored('files/one')).toBe('after!')
    expect(await readRestored('files/two')).toBe('two')
  })

  it('reveals nothing without the private key: no path, no text, no row (RESTORE-4)', async () => {
    await store('records/someone/1.pdf', 'the text of a record')
    await backUp()
    for (const name of await readdir(place.set, { recursive: true })) {
      expect(name).not.toMatch(/records|someone/)
      const bytes = await readFile(join(place.set, name)).catch(() => Buffer.alloc(0))
      expect(bytes.toString('latin1')).not.toMatch(/someone|the text of a record|rowsrows/)
    }
  })

  it('deletes a backup after its days, and a destroyed file at most one backup later (RESTORE-7)', async () => {
    await store('stays')
    await store('destroyed')
    await backUp()
    const [, both] = [await listBackups(), await listKept()]
    expect(both).toHaveLength(2)
    // Destroyed just after a backup.
    await rm(join(place.files, 'destroyed'))
    for (let n = 1; n <= 30; n += 1) {
      clock.advance(day)
      await backUp()
      expect(await listKept(), `day ${n}`).toHaveLength(2)
    }
    expect(await listBackups()).toHaveLength(31)
    clock.advance(day)
    const { file } = await backUp()
    expect(await listKept()).toHaveLength(1)
    expect(await listBackups()).toHaveLength(31)
    for (const name of await listBackups()) {
      expect(await restore(join(place.set, name)), name).toBe(1)
      expect(await list(join(place.restored, 'files'))).toEqual(['stays'])
      await rm(place.restored, { recursive: true })
    }
    expect(await findNewestBackup(place.set)).toEqual(clock.now())
    expect(file).toContain('2026-04-11T03-52-00Z.age')
  })

  it('deletes old backups except the newest even when a new backup fails (RESTORE-7)', async () => {
    await store('destroyed')
    await backUp()
    await rm(join(place.files, 'destroyed'))
    await store('stays')
    clock.advance(day)
    const { file } = await backUp()
    clock.advance(31 * day)
    const failed = backUp(async function* () {
      await store('came')
      yield* readCluster()
      throw new Error('the disk is full')
    })
    await expect(failed).rejects.toThrow('the disk is full')
    expect(await listBackups()).toEqual(['2026-03-12T03-52-00Z.age'])
    expect(await restore(file)).toBe(1)
    expect(await list(join(place.restored, 'files'))).toEqual(['stays'])
  })

  it('stays unchanged and closes its sources when a backup file cannot be written (RESTORE-10)', async () => {
    await store('one')
    let isClosed = false
    async function* endless() {
      try {
        for (;;) yield { name: 'base', bytes: Buffer.alloc(64 * 1024), at: clock.now(), compress: false }
      } finally {
        isClosed = true
      }
    }
    await mkdir(place.set)
    const file = join(place.set, 'missing', 'file')
    await expect(writeEncrypted(createEncrypter(recipient), writeZip(endless()), file)).rejects.toThrow(
      'ENOENT',
    )
    await expect.poll(() => isClosed).toBe(true)
    const broken = backUp(async function* () {
      yield* readCluster()
      throw new Error('the database is gone')
    })
    await expect(broken).rejects.toThrow('the database is gone')
    expect(await list(place.set)).toEqual(['files'])
  })

  it('deletes no file while the list of a backup is missing, and names that list (RESTORE-7)', async () => {
    await store('one')
    await backUp()
    await rm(join(place.set, '2026-03-11T03-52-00Z.files'))
    await rm(join(place.files, 'one'))
    clock.advance(25 * day)
    await expect(backUp()).rejects.toThrow('2026-03-11T03-52-00Z.files is missing')
    expect(await listKept()).toHaveLength(1)
  })
})

describe('a restore', () => {
  it.each([
    ['the header of the backup', 'backup', () => 60],
    ['the middle of the backup', 'backup', (size: number) => size >> 1],
    ['the last byte of the backup', 'backup', (size: number) => size - 1],
    ['a stored file', 'file', (size: number) => size - 20],
    ['the last byte of a stored file', 'file', (size: number) => size - 1],
  ] as const)(
    'refuses one flipped byte in %s, names the file, and restores nothing (RESTORE-6)',
    async (_, which, at) => {
      await store('one')
      const { file } = await backUp()
      const [kept = ''] = await listKept()
      const harmed = which === 'backup' ? file : join(place.set, 'files', kept)
      await flipByte(harmed, at)
      await expect(restore(file)).rejects.toThrow(
        `${harmed} was damaged, or is for another key: restore another backup.`,
      )
      expect(await readdir(place.restored)).toEqual([])
    },
  )

  it('refuses a backup that is truncated, lacks a file, or has two files swapped (RESTORE-6)', async () => {
    await store('one')
    await store('two')
    const { file } = await backUp()
    const whole = await readFile(file)
    await writeFile(file, whole.subarray(0, whole.length - 100))
    await expect(restore(file)).rejects.toThrow('was damaged')
    await writeFile(file, whole)
    const [one = '', two = ''] = (await listKept()).map((name) => join(place.set, 'files', name))
    const first = await readFile(one)
    await writeFile(one, await readFile(two))
    await expect(restore(file)).rejects.toThrow(`${one} holds another file than its name says`)
    await rm(two)
    await writeFile(one, first)
    await expect(restore(file)).rejects.toThrow(`${two} is missing in the backup.`)
    expect(await readdir(place.restored)).toEqual([])
  })

  it('refuses a backup whose schema is newer than the program, in one sentence (RESTORE-8)', async () => {
    landed = [{ version: 9999, name: '9999_later.sql', sha256: '' }]
    const { file } = await backUp()
    await expect(restore(file)).rejects.toThrow(
      /^The database already has migration 9999_later\.sql, which this version of the program does not know: [^\n]+$/,
    )
    expect(await readdir(place.restored)).toEqual([])
  })

  it('refuses another key, a file without a key, and a folder with data (RESTORE-6, RESTORE-9)', async () => {
    await store('one')
    const { file } = await backUp()
    const keyFile = join(place.set, 'key')
    await writeFile(keyFile, `# created by age-keygen\n${await generateX25519Identity()}\n`)
    const other = await readIdentity(keyFile)
    await mkdir(place.restored)
    const options = { dataDir: place.restored, user: null, refuseSchema: async () => {} }
    await expect(restoreBackup({ backup: file, decrypter: other, ...options })).rejects.toThrow(
      'is for another key',
    )
    await writeFile(keyFile, '# nothing\n')
    await expect(readIdentity(keyFile)).rejects.toThrow('has no private key')
    await writeFile(keyFile, recipient)
    await expect(readIdentity(keyFile)).rejects.toThrow('is no key file of age-keygen')
    await mkdir(join(place.restored, 'postgres'))
    await expect(restore(file)).rejects.toThrow('already has postgres')
    const misspelt = `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`
    expect(() => createEncrypter(misspelt)).toThrow('BACKUP_RECIPIENT is not a public key')
  })

  it('keeps the opened archive to its own user (RESTORE-18)', async () => {
    const { file } = await backUp()
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    await mkdir(place.restored)
    const modes: number[] = []
    const refuseSchema = async () => {
      const unfinished = join(place.restored, 'restore.unfinished')
      for (const name of await readdir(unfinished))
        modes.push((await stat(join(unfinished, name))).mode & 0o777)
    }
    await restoreBackup({ backup: file, decrypter, dataDir: place.restored, user: null, refuseSchema })
    expect(modes).toEqual([0o600])
  })

  it('is followed by a backup that adds no file again (RESTORE-5)', async () => {
    await store('records/a/1.pdf')
    const { file } = await backUp()
    await restore(file)
    clock.advance(day)
    place.files = join(place.restored, 'files')
    expect(await backUp()).toMatchObject({ files: 1, added: 0 })
  })
})
