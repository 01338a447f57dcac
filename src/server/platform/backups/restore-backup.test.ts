import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { describe, expect, it } from 'vitest'
import { backupSetForEach, dayMs, flipByte, list, recipient } from '../../testing/backup-sets.ts'
import { createMacs, generateSigningKeys } from '../keys/index.ts'
import { StartupError } from '../startup-error.ts'
import { createEncrypter, readIdentity } from './age.ts'
import { proveBackup, restoreBackup } from './restore-backup.ts'

const place = backupSetForEach()

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
      await place.store('one')
      const { file } = await place.backUp()
      const [kept = ''] = await place.listKept()
      const leave = which === 'backup' ? 'restore another backup' : 'restore the rest with --without-damaged'
      const harmed = which === 'backup' ? file : join(place.set, 'files', kept)
      await flipByte(harmed, at)
      const refused = await place.restore(file).catch((error: Error) => error)
      expect(refused).toMatchObject({
        message: expect.stringMatching(`^${harmed} was damaged.*: ${leave}.$`),
      })
      expect(await readdir(place.restored)).toEqual([])
    },
  )

  it('refuses a backup that is truncated, lacks a file, or has two files swapped (RESTORE-6)', async () => {
    await place.store('one')
    await place.store('two')
    const { file } = await place.backUp()
    const whole = await readFile(file)
    await writeFile(file, whole.subarray(0, whole.length - 100))
    await expect(place.restore(file)).rejects.toThrow('was damaged')
    await writeFile(file, whole)
    const [one = '', two = ''] = (await place.listKept()).map((name) => join(place.set, 'files', name))
    const first = await readFile(one)
    await writeFile(one, await readFile(two))
    await expect(place.restore(file)).rejects.toThrow(`${one} holds another file than its name says`)
    await rm(two)
    await writeFile(one, first)
    await expect(place.restore(file)).rejects.toThrow(
      `${two} is missing in the backup: restore the rest with --without-damaged.`,
    )
    expect(await readdir(place.restored)).toEqual([])
  })

  it('refuses a backup whose schema is newer than the program, in one sentence (RESTORE-8)', async () => {
    place.landed = [{ version: 9999, name: '9999_later.sql', sha256: '' }]
    const { file } = await place.backUp()
    await expect(place.restore(file)).rejects.toThrow(
      /^The database already has migration 9999_later\.sql, which this version of the program does not know: [^\n]+$/,
    )
    expect(await readdir(place.restored)).toEqual([])
  })

  it('refuses another key, a file without a key, and a folder with data (RESTORE-6, RESTORE-9)', async () => {
    await place.store('one')
    const { file } = await place.backUp()
    const keyFile = join(place.set, 'key')
    await writeFile(keyFile, `# created by age-keygen\n${await generateX25519Identity()}\n`)
    const other = await readIdentity(keyFile)
    await mkdir(place.restored)
    const options = {
      dataDir: place.restored,
      user: null,
      withoutDamaged: false,
      refuseSchema: async () => {},
    }
    const proof = await proveBackup(file, createMacs(place.keys))
    await expect(restoreBackup({ backup: file, proof, decrypter: other, ...options })).rejects.toThrow(
      'is for another key',
    )
    await writeFile(keyFile, '# nothing\n')
    await expect(readIdentity(keyFile)).rejects.toThrow('has no private key')
    await writeFile(keyFile, recipient)
    await expect(readIdentity(keyFile)).rejects.toThrow('is no key file of age-keygen')
    await mkdir(join(place.restored, 'postgres'))
    await expect(place.restore(file)).rejects.toThrow('already has postgres')
    const misspelt = `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`
    expect(() => createEncrypter(misspelt)).toThrow('BACKUP_RECIPIENT is not a public key')
  })

  it('is followed by a backup that adds no file again (RESTORE-5)', async () => {
    await place.store('records/a/1.pdf')
    const { file } = await place.backUp()
    await place.restore(file)
    place.clock.advance(dayMs)
    place.files = join(place.restored, 'files')
    expect(await place.backUp()).toMatchObject({ files: 1, added: 0 })
  })

  it('leaves out and names what is damaged when told to (RESTORE-19)', async () => {
    for (const name of ['a/one', 'a/two', 'a/three', 'a/four']) await place.store(name)
    const { file } = await place.backUp()
    const [one = '', two = '', three = '', four = ''] = (await place.listKept()).map((name) =>
      join(place.set, 'files', name),
    )
    await flipByte(one)
    await rm(two)
    await writeFile(three, await readFile(four))
    const { files, leftOut } = await place.restore(file, { withoutDamaged: true })
    expect(files).toBe(1)
    const reasons = leftOut.map(
      (sentence) => /^files\/a\/\w+ was not restored: \S+ (.+)$/.exec(sentence)?.[1],
    )
    expect(reasons.sort()).toEqual([
      'holds another file than its name says.',
      'is missing in the backup.',
      'was damaged, or is for another key.',
    ])
    const [left = ''] = await list(join(place.restored, 'files', 'a'))
    expect(await place.readRestored(`files/a/${left}`)).toBe(`a/${left}`)
    expect(await place.readRestored('postgres/cluster/base/1')).toBe('rows'.repeat(50_000))
  })

  it('refuses a backup that another person made, renamed or exchanged, before it writes a byte (RESTORE-13)', async () => {
    await place.store('one')
    const { file } = await place.backUp()
    const listed = file.replace(/age$/, 'files')
    const genuine = { backup: await readFile(file), list: await readFile(listed, 'utf8') }
    const keys = place.keys
    const refuse = async (backup: string) => {
      const refused = await place.restore(backup).catch((error: Error) => error)
      expect(await readdir(place.restored)).toEqual([])
      return refused instanceof StartupError ? refused.message : String(refused)
    }
    const nothingShows = 'Nothing shows that your installation made'
    // With the public key alone, and keys of their own.
    place.keys = await generateSigningKeys()
    place.clock.advance(dayMs)
    const { file: planted } = await place.backUp()
    place.keys = keys
    expect(await refuse(planted)).toContain(nothingShows)
    // The list of a real backup.
    await writeFile(planted.replace(/age$/, 'files'), genuine.list)
    expect(await refuse(planted)).toContain(nothingShows)
    // In the place of a real backup.
    await writeFile(file, await readFile(planted))
    expect(await refuse(file)).toBe(`${file} was damaged: restore another backup.`)
    // An older version of the program wrote no proof.
    await writeFile(file, genuine.backup)
    await writeFile(listed, genuine.list.split('\n').slice(2).join('\n'))
    expect(await refuse(file)).toContain(nothingShows)
    await rm(listed)
    expect(await refuse(file)).toContain(nothingShows)
    await writeFile(listed, genuine.list)
    expect(await place.restore(file)).toMatchObject({ files: 1 })
  })

  it('keeps the opened archive to its own user (RESTORE-18)', async () => {
    const { file } = await place.backUp()
    const modes: number[] = []
    await place.restore(file, {
      refuseSchema: async () => {
        const unfinished = join(place.restored, 'restore.unfinished')
        for (const name of await readdir(unfinished))
          modes.push((await stat(join(unfinished, name))).mode & 0o777)
      },
    })
    expect(modes).toEqual([0o600])
  })
})
