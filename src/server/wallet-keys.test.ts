import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeReaderChain, writeKeyPem } from '../../simulators/wallet/reader-certificates.ts'
import { readReaderKeys } from './outside-services.ts'
import { folderForTest } from './testing/temporary-folder.ts'

it('reads keys only for the host of PUBLIC_URL, and any on this machine alone (WALLET-16)', async () => {
  const walletKeysDir = folderForTest()
  const folder = join(walletKeysDir, 'eu.europa.ec.av.1')
  const [from, until] = [new Date(Date.now() - 60_000), new Date(Date.now() + 86_400_000)]
  const { leaf, authority } = await makeReaderChain({ from, until, hosts: ['assent.example'] })
  await mkdir(folder)
  await writeFile(join(folder, 'key.pem'), await writeKeyPem(leaf), { mode: 0o600 })
  await writeFile(join(folder, 'chain.pem'), leaf.pem + authority.pem)

  const read = (publicUrl: string) => readReaderKeys({ walletKeysDir, publicUrl })
  for (const publicUrl of ['https://assent.example', 'https://assent.example:8443', 'http://localhost:3000'])
    expect([...(await read(publicUrl)).keys()]).toEqual(['eu.europa.ec.av.1'])
  await expect(read('https://other.example')).rejects.toThrow('PUBLIC_URL is at other.example')
  expect((await readReaderKeys({ walletKeysDir: null, publicUrl: 'https://other.example' })).size).toBe(0)
})
