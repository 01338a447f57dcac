import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type KeyService, type KeyServiceFault, startKeyService } from '../../testing/key-service.ts'
import { folderForFile } from '../../testing/temporary-folder.ts'
import { createEncryption } from '../encryption/index.ts'
import {
  createStorage,
  type FileAddress,
  FileUnreadable,
  findFault,
  type Storage,
  StorageUnavailable,
} from './index.ts'

const folder = folderForFile()
let keys: KeyService
let encryption: ReturnType<typeof createEncryption>
let storage: Storage
const address: FileAddress = { bucket: 'id_documents', path: 'owner-1/id-1700000000000.jpg' }
const bytes = new Uint8Array(randomBytes(10_000))

beforeAll(async () => {
  keys = await startKeyService()
  encryption = createEncryption({ kmsKeyId: keys.keyId, silentMs: 100 })
  storage = createStorage({ encryption, folder })
})
afterAll(async () => {
  await encryption.close()
  await keys.close()
})
beforeEach(async () => {
  keys.fault = null
  await storage.put(address, bytes)
})

/** The errors of a put, a get, and a check of files. */
async function listErrors(): Promise<unknown[]> {
  const all = await Promise.allSettled([
    storage.put({ ...address, path: 'owner-1/id-1800000000000.jpg' }, bytes),
    storage.get(address),
    findFault(storage, address, null),
  ])
  return all.map((one) => (one.status === 'rejected' ? one.reason : one.value))
}

async function expectAway(): Promise<void> {
  for (const error of await listErrors()) expect(error).toBeInstanceOf(StorageUnavailable)
}

async function expectBack(): Promise<void> {
  expect(Buffer.from((await storage.get(address)) ?? []).equals(Buffer.from(bytes))).toBe(true)
  expect(await findFault(storage, address, null)).toBeNull()
  expect(await storage.get({ ...address, path: 'owner-1/id-1800000000000.jpg' })).toBeNull()
}

const answered = (status: number, type: string): KeyServiceFault => ({ status, type })

describe('an unavailable key service', () => {
  it.each<[string, KeyServiceFault]>([
    ['takes everything and says nothing', 'silent'],
    ['answers 500', answered(500, 'KMSInternalException')],
    ['answers 503', answered(503, 'DependencyTimeoutException')],
    ['is asked too often', answered(400, 'ThrottlingException')],
    ['does not let us', answered(400, 'AccessDeniedException')],
    ['has our key switched off', answered(400, 'DisabledException')],
  ])('is an outage of the store and not an altered file when it %s (RUN-16)', async (_, fault) => {
    keys.fault = fault
    await expectAway()
    keys.fault = null
    await expectBack()
  })

  it('is the same outage when the service is down (RUN-16)', async () => {
    await keys.stop()
    await expectAway()
    await keys.start()
    await expectBack()
  })
})

describe('a working key service', () => {
  it('reveals an altered file (RUN-16)', async () => {
    keys.fault = answered(400, 'InvalidCiphertextException')
    await expect(storage.get(address)).rejects.toBeInstanceOf(FileUnreadable)
    expect(await findFault(storage, address, null)).toMatch('altered')
  })

  it('reveals a file that another key wrote (RUN-16)', async () => {
    const other = createEncryption({ kmsKeyId: keys.keyId.replace('5f1c', '6f1c') })
    try {
      await expect(createStorage({ encryption: other, folder }).get(address)).rejects.toBeInstanceOf(
        FileUnreadable,
      )
    } finally {
      await other.close()
    }
  })
})
