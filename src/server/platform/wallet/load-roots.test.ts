import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeReaderChain } from '../../../../simulators/wallet/reader-certificates.ts'
import { folderForTest } from '../../testing/temporary-folder.ts'
import { StartupError } from '../startup-error.ts'
import { loadRoots } from './issuers.ts'

const type = 'org.iso.18013.5.1.mDL'
const days = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2026-06-01T00:00:00Z') }
const { root, leaf } = await makeReaderChain(days)

describe('the roots of wallets', () => {
  let folder: string
  beforeEach(async () => {
    folder = folderForTest()
    await mkdir(join(folder, type))
    await writeFile(join(folder, type, 'root.pem'), root.pem)
  })

  it('are read from a folder whose entries are links beside hidden ones, as Kubernetes mounts it (WALLET-1)', async () => {
    await mkdir(join(folder, '..2026_11_29'))
    await rename(join(folder, type), join(folder, '..2026_11_29', type))
    await symlink('..2026_11_29', join(folder, '..data'))
    await symlink(join('..data', type), join(folder, type))
    await writeFile(join(folder, 'README'), 'a file is no folder')
    const found = await loadRoots(folder)
    expect([...found.values()].flat().map(({ fingerprint256 }) => fingerprint256)).toEqual([
      root.certificate.fingerprint256,
    ])
  })

  it.each([
    ['is a folder', (path: string) => mkdir(path)],
    ['is a link to nothing', (path: string) => symlink('nowhere', path)],
    ['is a signer’s certificate', (path: string) => writeFile(path, leaf.pem)],
    ['is no certificate', (path: string) => writeFile(path, 'x')],
  ])('refuse a start in one sentence if a file %s (WALLET-1)', async (_what, make) => {
    await make(join(folder, type, 'b.pem'))
    const refusal = await loadRoots(folder).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartupError)
    expect((refusal as StartupError).message).toMatch(/b\.pem [^\n]+: [^\n]+\.$/)
  })

  it('are none without a folder', async () => {
    await rm(join(folder, type), { recursive: true })
    expect(await loadRoots(folder)).toEqual(new Map())
  })
})
