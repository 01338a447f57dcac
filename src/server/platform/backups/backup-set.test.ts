import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backupSetForEach, dayMs, flipByte, list, readCluster, recipient } from '../../testing/backup-sets.ts'
import { addSigningKeys } from '../keys/index.ts'
import { writeZip } from '../zip/index.ts'
import { createEncrypter, writeEncrypted } from './age.ts'

const place = backupSetForEach()

describe('a backup set', () => {
  it('stores each file once, so that a later backup adds only new files (RESTORE-5)', async () => {
    await place.store('records/a/1.pdf')
    await place.store('user_documents/b/2.jpg', 'a photo'.repeat(40_000))
    expect(await place.backUp()).toMatchObject({ files: 2, added: 2 })
    const first = await place.readKept()
    await place.store('records/a/3.pdf')
    place.clock.advance(dayMs)
    expect(await place.backUp()).toMatchObject({ files: 3, added: 1, again: 0, problems: [] })
    // Encrypting again would give other bytes.
    expect(await place.readKept()).toEqual(expect.objectContaining(first))
    expect(await place.listBackups()).toEqual(['2026-03-11T03-52-00Z.age', '2026-03-12T03-52-00Z.age'])

    expect(await place.restore(join(place.set, '2026-03-12T03-52-00Z.age'))).toMatchObject({ files: 3 })
    expect(await place.readRestored('files/user_documents/b/2.jpg')).toBe('a photo'.repeat(40_000))
    expect(await place.readRestored('files/records/a/3.pdf')).toBe('records/a/3.pdf')
    expect(await place.readRestored('postgres/cluster/base/1')).toBe('rows'.repeat(50_000))
    expect(await list(join(place.restored, 'postgres/cluster'))).toEqual(['PG_VERSION', 'base', 'pg_notify'])
    expect(await list(place.restored)).toEqual(['files', 'postgres'])
  })

  it('includes an overwritten file, and a file added while the rows were copied (RESTORE-4)', async () => {
    await place.store('one', 'before')
    await place.backUp()
    await place.store('one', 'after!')
    await utimes(join(place.files, 'one'), 1_700_000_000, 1_700_000_000)
    place.clock.advance(dayMs)
    const { file } = await place.backUp(async function* () {
      await place.store('two')
      yield* readCluster()
      await rm(join(place.files, 'one'))
    })
    expect(await place.restore(file)).toMatchObject({ files: 2 })
    expect(await place.readRestored('files/one')).toBe('after!')
    expect(await place.readRestored('files/two')).toBe('two')
  })

  it('reveals nothing without the private key: no path, no text, no row (RESTORE-4)', async () => {
    await place.store('records/someone/1.pdf', 'the text of a record')
    await place.backUp()
    for (const name of await readdir(place.set, { recursive: true })) {
      expect(name).not.toMatch(/records|someone/)
      const bytes = await readFile(join(place.set, name)).catch(() => Buffer.alloc(0))
      expect(bytes.toString('latin1')).not.toMatch(/someone|the text of a record|rowsrows/)
    }
  })

  it('stays unchanged and closes its sources when a backup file cannot be written (RESTORE-10)', async () => {
    await place.store('one')
    let isClosed = false
    async function* endless() {
      try {
        for (;;)
          yield { name: 'base', bytes: Buffer.alloc(64 * 1024), at: place.clock.now(), compress: false }
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
    const broken = place.backUp(async function* () {
      yield* readCluster()
      throw new Error('the database is gone')
    })
    await expect(broken).rejects.toThrow('the database is gone')
    expect(await list(place.set)).toEqual(['files', 'hashes'])
    // The next run goes on with the files that the broken one stored.
    expect(await place.backUp()).toMatchObject({ files: 1, added: 0, again: 0 })
  })

  it('writes a damaged, missing or cut file again within 30 days while the original lives (RESTORE-15)', async () => {
    for (const name of ['one', 'two', 'three', 'four']) await place.store(name)
    await place.backUp()
    const [one = '', two = '', three = ''] = (await place.listKept()).map((name) =>
      join(place.set, 'files', name),
    )
    await flipByte(one)
    await rm(two)
    await writeFile(three, (await readFile(three)).subarray(1))
    let again = 0
    for (let n = 0; n < 30; n += 1) {
      place.clock.advance(dayMs)
      const run = await place.backUp()
      again += run.again
      // A missing file and one of another size are found by every run.
      if (n === 0) expect(run.again).toBeGreaterThanOrEqual(2)
      expect(run).toMatchObject({ added: 0, problems: [] })
    }
    expect(again).toBe(3)
    for (const name of await place.listBackups()) {
      expect(await place.restore(join(place.set, name)), name).toEqual({ files: 4, leftOut: [] })
      await rm(place.restored, { recursive: true })
    }
  })

  it('names damage whose original is gone, and a damaged backup (RESTORE-15)', async () => {
    await place.store('one')
    const { file } = await place.backUp()
    const [kept = ''] = await place.listKept()
    await flipByte(join(place.set, 'files', kept))
    await flipByte(file)
    await rm(join(place.files, 'one'))
    const problems = new Set<string>()
    for (let n = 0; n < 30; n += 1) {
      place.clock.advance(dayMs)
      for (const problem of (await place.backUp()).problems) problems.add(problem)
    }
    expect([...problems].sort()).toEqual(
      [
        `${file} is damaged and can't be restored: remove it and its list.`,
        `Damaged and without an original: 1 of the stored files of earlier backups, such as ${join(place.set, 'files', kept)}. Restore those backups with --without-damaged.`,
      ].sort(),
    )
  })

  it('doesn’t trust a stored file that another person put there (RESTORE-13, RESTORE-15)', async () => {
    await place.store('one', 'the real one')
    const { file } = await place.backUp()
    const [kept = ''] = await place.listKept()
    // The name says that this is the file, and its hash is the file's own: but it isn't what was backed up.
    const planted = join(place.set, 'planted')
    await writeEncrypted(
      createEncrypter(recipient),
      (async function* () {
        yield Buffer.from('the planted one')
      })(),
      planted,
    )
    await rename(planted, join(place.set, 'files', kept))
    await writeFile(join(place.set, 'hashes'), `${kept} 1 ${'0'.repeat(64)} ${'A'.repeat(43)}`)
    place.clock.advance(dayMs)
    expect(await place.backUp()).toMatchObject({ added: 0, again: 1, problems: [] })
    expect(await place.restore(file)).toMatchObject({ files: 1 })
    expect(await place.readRestored('files/one')).toBe('the real one')
  })

  it('keeps its files when the keys change, and writes them again once when they were stolen (RESTORE-13)', async () => {
    await place.store('one')
    const { file } = await place.backUp()
    place.clock.advance(dayMs)
    place.keys = await addSigningKeys(place.keys, { isStolen: false })
    expect(await place.backUp()).toMatchObject({ added: 0, again: 0 })
    expect(await place.restore(file)).toMatchObject({ files: 1 })
    await rm(place.restored, { recursive: true })
    place.clock.advance(dayMs)
    place.keys = await addSigningKeys(place.keys, { isStolen: true })
    expect(await place.backUp()).toMatchObject({ added: 0, again: 1 })
    await expect(place.restore(file)).rejects.toThrow('Nothing shows that your installation made')
  })
})
