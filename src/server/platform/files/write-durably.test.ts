import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderForTest } from '../../testing/temporary-folder.ts'
import { makeFolder, removeUnfinished, writeDurably } from './index.ts'

describe('a durable write', () => {
  let folder: string
  beforeEach(() => {
    folder = folderForTest()
  })

  it('replaces the old contents, or keeps them on request, and leaves no temporary file', async () => {
    const file = join(folder, 'file')
    await writeDurably(file, 'one')
    await writeDurably(file, 'two')
    await writeDurably(file, 'three', { keepsExisting: true })
    expect(await readFile(file, 'utf8')).toBe('two')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['file'])
  })

  it('keeps the old contents when it fails', async () => {
    await makeFolder(join(folder, 'taken', 'below'), 0o700)
    await expect(writeDurably(join(folder, 'taken'), 'text')).rejects.toThrow()
    expect(await readdir(folder)).toEqual(['taken'])
  })

  it('creates a folder with its parents, several times at once, and rejects an impossible path', async () => {
    const deep = join(folder, 'one', 'two')
    await Promise.all([makeFolder(deep, 0o700), makeFolder(deep, 0o700)])
    expect((await stat(join(folder, 'one'))).mode & 0o777).toBe(0o700)
    await writeDurably(join(folder, 'file'), '')
    await expect(makeFolder(join(folder, 'file'), 0o700)).rejects.toThrow()
    await expect(makeFolder(join(folder, 'file', 'below'), 0o700)).rejects.toThrow()
    await expect(makeFolder('/proc/x/y', 0o700)).rejects.toThrow()
  })

  it('removes the unfinished files of killed processes, and keeps those of a running writer', async () => {
    const anHourAgo = new Date(Date.now() - 3_600_000)
    for (const name of ['file.a.tmp', 'file.b.tmp', 'other']) await writeFile(join(folder, name), 'half')
    for (const name of ['file.a.tmp', 'other']) await utimes(join(folder, name), anHourAgo, anHourAgo)
    await removeUnfinished(folder)
    expect((await readdir(folder)).sort()).toEqual(['file.b.tmp', 'other'])
  })
})
