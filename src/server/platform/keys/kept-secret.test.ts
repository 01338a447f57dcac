import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderForTest } from '../../testing/temporary-folder.ts'
import { ensureSecret } from './index.ts'

describe('a kept secret', () => {
  let folder: string
  beforeEach(() => {
    folder = join(folderForTest(), 'secrets')
  })

  it('is created once and then stays the same', async () => {
    expect(await ensureSecret(folder, 'key', () => 'first')).toBe('first')
    expect(await ensureSecret(folder, 'key', () => 'second')).toBe('first')
  })

  it('is readable by its owner only', async () => {
    await ensureSecret(folder, 'key', () => 'first')
    expect((await stat(join(folder, 'key'))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('is read if another process makes it, and what needs it, at the same time', async () => {
    const isNeeded = async () => (await ensureSecret(folder, 'key', () => 'of the other')) !== ''
    expect(await ensureSecret(folder, 'key', () => 'own', { isNeeded })).toBe('of the other')
  })

  it('leaves no file when it could not be created', async () => {
    await expect(
      ensureSecret(folder, 'key', () => {
        throw new Error('no randomness')
      }),
    ).rejects.toThrow('no randomness')
    expect(await readdir(folder)).toEqual([])
  })
})
