import type { Configuration } from '../../src/server/config.ts'
import { createEncryption } from '../../src/server/platform/encryption/index.ts'
import { createStorage, filesPlace, type Storage } from '../../src/server/platform/storage/index.ts'
import { documentKey } from '../../src/server/secrets.ts'

/** Runs `work` with the store that the configuration names, opened with its document key, which has to be there: who only reads makes none. */
export async function withStorage<T>(
  configuration: Configuration,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const encryption = createEncryption(await documentKey(configuration, { isNeeded: () => true }))
  try {
    return await work(createStorage({ encryption, ...(await filesPlace(configuration)) }))
  } finally {
    await encryption.close()
  }
}
