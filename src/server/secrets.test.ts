import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readConfiguration } from './config.ts'
import { StartupError } from './platform/startup-error.ts'
import {
  addDocumentKey,
  dropFormerDocumentKeys,
  makeSecret,
  readDocumentKey,
  readSealKey,
  readSigningKeys,
} from './secrets.ts'
import { folderForTest } from './testing/temporary-folder.ts'

describe('the secrets of an installation', () => {
  let folder: string
  beforeEach(() => {
    folder = folderForTest()
  })

  const configured = (environment: Record<string, string> = {}) =>
    readConfiguration({ DATA_DIR: folder, ...environment })
  const given = async (contents: string) => {
    await writeFile(join(folder, 'given'), contents)
    return join(folder, 'given')
  }

  it('have a line for each document key: the first encrypts, and all decrypt (ROTATE-2)', async () => {
    const first = Buffer.alloc(32, 7).toString('base64')
    const text = addDocumentKey(`${first}\n`, new Date('2026-11-27T02:00:00Z'))
    const found = await readDocumentKey(configured({ DOCUMENT_KEY_FILE: await given(text) }))
    expect(found).toMatchObject({
      name: expect.stringMatching(/^key-2026-11-27-[0-9a-f]{8}$/),
      former: [{ name: undefined, key: new Uint8Array(32).fill(7) }],
    })
    const alone = await readDocumentKey(
      configured({ DOCUMENT_KEY_FILE: await given(dropFormerDocumentKeys(text)) }),
    )
    expect(alone).toEqual({ ...found, former: [] })
    for (const wrong of [`${first}\n${first}`, `${first}\nx`, `${first} other-name`, ''])
      await expect(
        readDocumentKey(configured({ DOCUMENT_KEY_FILE: await given(wrong) })),
        wrong,
      ).rejects.toThrow('does not hold 32 bytes in base64')
  })

  it('are generated once into DATA_DIR, readable by its owner only, and stay the same (RUN-3)', async () => {
    const first = [
      await readSigningKeys(configured()),
      await readDocumentKey(configured()),
      await readSealKey(configured()),
    ]
    const again = [
      await readSigningKeys(configured()),
      await readDocumentKey(configured()),
      await readSealKey(configured()),
    ]
    expect(again).toEqual(first)
    const names = await readdir(join(folder, 'secrets'))
    expect(names.sort()).toEqual(['document-key', 'seal-key.pem', 'signing-keys.json'])
    for (const name of names) expect((await stat(join(folder, 'secrets', name))).mode & 0o777).toBe(0o600)
  })

  it('aren’t generated again if stored data need the missing one (KEYS-4)', async () => {
    await expect(readSealKey(configured(), { isNeeded: async () => true })).rejects.toThrow(
      'seal-key.pem is missing, and what is stored needs it: set DATA_DIR to the folder of the installation, or put it back there from your backup.',
    )
    expect(await readdir(folder)).toEqual([])
  })

  it('are read from the given files, and then none is generated', async () => {
    const DOCUMENT_KEY_FILE = await given(Buffer.alloc(32, 7).toString('base64'))
    expect(await readDocumentKey(configured({ DOCUMENT_KEY_FILE }))).toEqual({
      key: new Uint8Array(32).fill(7),
      former: [],
    })
    const SIGNING_KEYS_FILE = await given(await makeSecret.signingKeys())
    expect((await readSigningKeys(configured({ SIGNING_KEYS_FILE }))).accessTokenKeys).toHaveLength(1)
    expect(
      await readDocumentKey(configured({ KMS_KEY_ID: 'arn:aws:kms:eu-west-1:111122223333:key/1' })),
    ).toEqual({
      kmsKeyId: 'arn:aws:kms:eu-west-1:111122223333:key/1',
    })
    expect(await readdir(folder)).toEqual(['given'])
  })

  it('are refused if the file is missing or has other content', async () => {
    const nowhere = join(folder, 'nowhere')
    const wrong = await given('{}')
    for (const [read, variable] of [
      [readDocumentKey, 'DOCUMENT_KEY_FILE'],
      [readSigningKeys, 'SIGNING_KEYS_FILE'],
      [readSealKey, 'SEAL_KEY_FILE'],
    ] as const) {
      await expect(read(configured({ [variable]: nowhere }))).rejects.toThrow(`${variable} names ${nowhere}`)
      const refused = read(configured({ [variable]: wrong }))
      await expect(refused).rejects.toBeInstanceOf(StartupError)
      await expect(refused).rejects.toThrow(wrong)
    }
  })

  it('aren’t generated again if files were stored with a key that is missing', async () => {
    await mkdir(join(folder, 'files', 'id_documents'), { recursive: true })
    await expect(readDocumentKey(configured())).rejects.toThrow('has lost the file document-key')
    expect(await readdir(folder)).toEqual(['files'])
  })
})
