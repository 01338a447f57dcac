import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { readConfiguration } from './config.ts'
import { readListSources, startIssuerLists } from './outside-services.ts'
import type { Logger } from './platform/logging/index.ts'
import { makeListSigner } from './testing/issuer-list.ts'
import { silentLogger } from './testing/silent-logger.ts'
import { folderForTest } from './testing/temporary-folder.ts'
import { testAppForFile } from './testing/test-app.ts'

const test = testAppForFile()
const type = 'eu.europa.ec.av.1'
const address = 'https://lists.example/av-tl.xml'

async function writeLists(content: unknown, signers = '') {
  const folder = folderForTest()
  const file = join(folder, 'lists.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  await writeFile(join(folder, 'signers.pem'), signers)
  return file
}

const read = (walletListsFile: string | null, localOnly = false) =>
  readListSources({ walletListsFile, localOnly })

it('reads the address of each list, and the certificates of its signer beside the file (WALLET-19)', async () => {
  const signers = [await makeListSigner(), await makeListSigner()].map(({ certificate }) => certificate)
  const file = await writeLists({ [type]: { address, signers: 'signers.pem' } }, signers.join('\n'))
  expect(await read(file)).toEqual([
    {
      credentialType: type,
      address,
      signers: signers.map((each) => expect.objectContaining({ fingerprint256: each.fingerprint256 })),
    },
  ])
  expect(await read(null)).toEqual([])
})

it.each([
  ['not JSON', '{', 'is not of the form'],
  ['a list', [], 'is not of the form'],
  ['no signers', { [type]: { address } }, 'is not of the form'],
  ['a misspelt name', { [type]: { address, signers: 'signers.pem', url: '' } }, 'is not of the form'],
  ['no address', { [type]: { address: 'lists', signers: 'signers.pem' } }, 'is not of the form'],
  ['http', { [type]: { address: 'http://127.0.0.1/', signers: 'signers.pem' } }, 'give the https address'],
  ['another kind', { 'org.iso.18013.5.1.mDL': { address, signers: 'signers.pem' } }, `only ${type} has`],
  ['no certificate', { [type]: { address, signers: 'signers.pem' } }, 'holds no readable certificate'],
  ['a missing file', { [type]: { address, signers: 'missing.pem' } }, 'which cannot be read'],
])('refuses a file with %s in one sentence (WALLET-19)', async (_, content, sentence) => {
  const reading = read(await writeLists(content, 'nothing'))
  await expect(reading).rejects.toThrow(sentence)
  await expect(reading).rejects.toThrow(/^[^\n]*[.:]$/)
})

it('takes a list of this machine only where this machine alone is served (WALLET-19)', async () => {
  const signers = `${(await makeListSigner()).certificate}`
  const file = await writeLists(
    { [type]: { address: 'http://127.0.0.1:1/', signers: 'signers.pem' } },
    signers,
  )
  expect(await read(file, true)).toHaveLength(1)
})

it('has no lists without xmlsec1, and says so in one line (WALLET-19)', async () => {
  const file = await writeLists(
    { [type]: { address, signers: 'signers.pem' } },
    `${(await makeListSigner()).certificate}`,
  )
  const warn = vi.fn()
  const start = async (WALLET_LISTS_FILE: string) => {
    const stops: (() => Promise<void>)[] = []
    const logger = { ...silentLogger, warn } as unknown as Logger
    const lists = await startIssuerLists(
      readConfiguration({ WALLET_LISTS_FILE }),
      { database: test.database, clock: test.clock, logger },
      stops,
    )
    for (const stop of stops) await stop()
    return lists
  }
  expect((await start(file)).types).toEqual([type])
  expect(warn).not.toHaveBeenCalled()
  vi.stubEnv('PATH', folderForTest())
  try {
    const lists = await start(file)
    expect([lists.types, lists.findWarning()]).toEqual([[], null])
    expect(warn).toHaveBeenCalledExactlyOnceWith({}, expect.stringContaining('install xmlsec1'))
    await start('')
    expect(warn).toHaveBeenCalledOnce()
  } finally {
    vi.unstubAllEnvs()
  }
})
