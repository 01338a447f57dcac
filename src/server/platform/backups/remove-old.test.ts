import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backupSetForEach, dayMs, list, readCluster } from '../../testing/backup-sets.ts'
import { findNewestBackup } from './remove-old.ts'

const place = backupSetForEach()

describe('a run', () => {
  it('deletes a backup after its days, and a destroyed file at most one backup later (RESTORE-7)', async () => {
    await place.store('stays')
    await place.store('destroyed')
    await place.backUp()
    const [, both] = [await place.listBackups(), await place.listKept()]
    expect(both).toHaveLength(2)
    // Destroyed just after a backup.
    await rm(join(place.files, 'destroyed'))
    for (let n = 1; n <= 30; n += 1) {
      place.clock.advance(dayMs)
      await place.backUp()
      expect(await place.listKept(), `day ${n}`).toHaveLength(2)
    }
    expect(await place.listBackups()).toHaveLength(31)
    place.clock.advance(dayMs)
    const { file } = await place.backUp()
    expect(await place.listKept()).toHaveLength(1)
    expect(await place.listBackups()).toHaveLength(31)
    for (const name of await place.listBackups()) {
      expect(await place.restore(join(place.set, name)), name).toMatchObject({ files: 1 })
      expect(await list(join(place.restored, 'files'))).toEqual(['stays'])
      await rm(place.restored, { recursive: true })
    }
    expect(await findNewestBackup(place.set, place.clock.now())).toEqual(place.clock.now())
    expect(file).toContain('2026-04-11T03-52-00Z.age')
  })

  it('deletes old backups even when new ones fail, but never the newest three (RESTORE-7)', async () => {
    await place.store('destroyed')
    await place.backUp()
    await rm(join(place.files, 'destroyed'))
    await place.store('stays')
    for (let n = 1; n <= 3; n += 1) {
      place.clock.advance(dayMs)
      await place.backUp()
    }
    place.clock.advance(100 * dayMs)
    for (let n = 0; n < 3; n += 1) {
      const failed = place.backUp(async function* () {
        await place.store('came')
        yield* readCluster()
        throw new Error('the disk is full')
      })
      await expect(failed).rejects.toThrow('the disk is full')
    }
    const left = ['2026-03-12T03-52-00Z.age', '2026-03-13T03-52-00Z.age', '2026-03-14T03-52-00Z.age']
    expect(await place.listBackups()).toEqual(left)
    expect(await place.restore(join(place.set, '2026-03-14T03-52-00Z.age'))).toMatchObject({ files: 1 })
    expect(await list(join(place.restored, 'files'))).toEqual(['stays'])
  })

  it('removes the backups of one day while the clock is a year ahead, and goes on afterwards (RESTORE-16)', async () => {
    await place.store('one')
    for (let n = 0; n < 10; n += 1) {
      await place.backUp()
      place.clock.advance(dayMs / 2)
    }
    const before = await place.listBackups()
    const today = place.clock.now()
    place.clock.advance(365 * dayMs)
    await place.backUp()
    const ahead = '2027-03-16T03-52-00Z.age'
    // 3:52 and 15:52 of the oldest day.
    expect(await place.listBackups()).toEqual([...before.slice(2), ahead])
    place.clock.set(today)
    expect((await place.backUp()).problems).toEqual([
      `${join(place.set, ahead)} is from the future: remove it and its list.`,
    ])
    expect(await place.listBackups()).toEqual([...before.slice(2), '2026-03-16T03-52-00Z.age', ahead])
    expect(await findNewestBackup(place.set, today)).toEqual(today)
    for (const name of await place.listBackups()) {
      expect(await place.restore(join(place.set, name)), name).toMatchObject({ files: 1 })
      await rm(place.restored, { recursive: true })
    }
  })

  it('is whole and named when the list of another backup is missing or damaged, and no file is deleted (RESTORE-7, RESTORE-17)', async () => {
    await place.store('one')
    await place.backUp()
    const damaged = join(place.set, '2026-03-11T03-52-00Z.files')
    const text = await readFile(damaged, 'utf8')
    await rm(join(place.files, 'one'))
    place.clock.advance(25 * dayMs)
    await writeFile(damaged, `${text.slice(0, -1)}g`)
    expect((await place.backUp()).problems).toEqual([
      `${damaged} was changed, so no file can be removed from the set: put the list back, or remove that backup.`,
    ])
    await rm(damaged)
    place.clock.advance(dayMs)
    const { file, problems } = await place.backUp()
    expect(problems).toEqual([
      `${damaged} is missing, so no file can be removed from the set: put the list back, or remove that backup.`,
    ])
    expect(await place.listKept()).toHaveLength(1)
    expect(await place.restore(file)).toMatchObject({ files: 0 })
  })
})
