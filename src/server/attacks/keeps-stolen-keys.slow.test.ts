import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readConfiguration } from '../config.ts'
import { parseSigningKeys, readDocumentKey, readSealKey, readSigningKeys } from '../secrets.ts'
import { runScript } from '../testing/server-process.ts'
import { folderForTest } from '../testing/temporary-folder.ts'

let dataDir: string
let secrets: string
beforeEach(async () => {
  dataDir = folderForTest()
  secrets = join(dataDir, 'secrets')
  const configuration = readConfiguration({ DATA_DIR: dataDir })
  await readSigningKeys(configuration)
  await readDocumentKey(configuration)
  await readSealKey(configuration)
})

async function rotate(...args: string[]) {
  const { code, stdout, stderr } = await runScript('rotate-keys.ts', { DATA_DIR: dataDir }, ...args)
  return { code, output: stdout + stderr }
}
const read = (name: string) => readFile(join(secrets, name), 'utf8')
const readSigning = async () => parseSigningKeys(await read('signing-keys.json'))

/** Removes the former key of the seal, as after a restart. */
async function destroyFormerSealKey(): Promise<void> {
  for (const name of await readdir(secrets))
    if (name.startsWith('seal-key-former-')) await rm(join(secrets, name))
}

/** The state after an ordinary run that was killed when it had made every key and replaced none. */
async function killOrdinaryRun(): Promise<void> {
  const names = ['signing-keys.json', 'document-key', 'seal-key.pem']
  const before = await Promise.all(names.map(read))
  await rotate()
  await destroyFormerSealKey()
  for (const [index, name] of names.entries()) {
    await rename(join(secrets, name), join(secrets, `${name}.next`))
    await writeFile(join(secrets, name), before[index] ?? '')
  }
}

async function expectNoneOf(thief: Awaited<ReturnType<typeof readSigning>>[]): Promise<void> {
  const now = await readSigning()
  expect(now.accessTokenKeys).toHaveLength(1)
  expect(now.formerMacKeys).toBeUndefined()
  for (const { accessTokenKeys, macKey } of thief) {
    expect(accessTokenKeys.map(({ d }) => d)).not.toContain(now.accessTokenKeys[0]?.d)
    expect(now.macKey).not.toBe(macKey)
  }
  expect((await readdir(secrets)).filter((name) => /\.(next|stolen|tmp)$/.test(name))).toEqual([])
}

describe('a thief with a copy of the secrets', () => {
  it('has no valid key after --stolen, even if an ordinary run was killed before (ROTATE-3, ROTATE-4)', async () => {
    const thief = [await readSigning()]
    await killOrdinaryRun()
    thief.push(parseSigningKeys(await read('signing-keys.json.next')))
    expect(await rotate('--stolen')).toMatchObject({ code: 0 })
    await expectNoneOf(thief)
    // Blocks and reports are still recognised.
    expect((await readSigning()).markKey).toBe(thief[0]?.macKey)
  })

  it('has no valid key after --stolen, even beside a former document key (ROTATE-4)', async () => {
    const thief = [await readSigning()]
    await rotate()
    thief.push(await readSigning())
    await destroyFormerSealKey()
    const documentKeys = (await read('document-key')).trim().split('\n')
    expect(await rotate('--stolen')).toMatchObject({ code: 0 })
    await expectNoneOf(thief)
    expect((await read('document-key')).trim().split('\n')).toEqual([
      expect.stringMatching(/ key-/),
      ...documentKeys,
    ])
  })

  it('has no valid key after a killed --stolen is run again without it (ROTATE-3)', async () => {
    const thief = [await readSigning()]
    await killOrdinaryRun()
    await writeFile(join(secrets, 'signing-keys.json.stolen'), '')
    expect(await rotate('--finish')).toMatchObject({
      code: 2,
      output: expect.stringContaining('not in place'),
    })
    expect(await rotate()).toMatchObject({ code: 0 })
    await expectNoneOf(thief)
    expect(await rotate()).toMatchObject({ code: 2, output: expect.stringContaining('is not finished') })
  })

  it('finds no private key in temporary files of killed runs (ROTATE-3)', async () => {
    const left = [
      'signing-keys.json.next',
      'document-key',
      'seal-key.pem.next',
      'seal-key-former-0a1b2c3d.pem',
    ]
    for (const name of left)
      await writeFile(join(secrets, `${name}.3f2b6e0c-7a5e-4f0e-9c57-7a4e6c0d9b11.tmp`), 'a private key')
    await writeFile(join(secrets, 'other.tmp'), 'not a key')
    expect(await rotate()).toMatchObject({ code: 0 })
    expect((await readdir(secrets)).filter((name) => name.endsWith('.tmp'))).toEqual(['other.tmp'])
  })
})
