import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderForTest } from '../../testing/temporary-folder.ts'
import { copyFiles } from './index.ts'

it('copies a file once, even when its time has fractions of a millisecond', async () => {
  const folder = folderForTest()
  const [from, to] = [join(folder, 'to-copy'), join(folder, 'copy')]
  await mkdir(from)
  const source = join(from, 'file')
  await writeFile(source, 'one')
  await utimes(source, 1_700_000_000.1234, 1_700_000_000.1234)
  expect(await copyFiles(from, to)).toBe(1)
  expect(await copyFiles(from, to)).toBe(0)
})
