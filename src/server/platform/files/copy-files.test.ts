import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyFiles } from './index.ts'

it('copies a file once, also one whose time has parts of a millisecond', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'copy-files-'))
  try {
    const [from, to] = [join(folder, 'to-copy'), join(folder, 'copy')]
    await mkdir(from)
    const source = join(from, 'file')
    await writeFile(source, 'one')
    await utimes(source, 1_700_000_000.1234, 1_700_000_000.1234)
    expect(await copyFiles(from, to)).toBe(1)
    expect(await copyFiles(from, to)).toBe(0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
