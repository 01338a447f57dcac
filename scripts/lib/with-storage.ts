import type { Configuration } from '../../src/server/config.ts'
import { createEncryption, type ResealingEncryption } from '../../src/server/platform/encryption/index.ts'
import { StartupError } from '../../src/server/platform/startup-error.ts'
import {
  createStorage,
  listStoredKeys,
  openFilesPlace,
  type ResealingStorage,
  StorageUnavailable,
} from '../../src/server/platform/storage/index.ts'
import { readDocumentKey } from '../../src/server/secrets.ts'

/**
 * Runs `work` with the store that the configuration names, opened with its document key, which has to be there: who
 * only reads makes none. `keys` names every file that lies there.
 * @throws StartupError when the store does not answer, so that nothing can be said of its files
 */
export async function withStorage<T>(
  configuration: Configuration,
  work: (
    storage: ResealingStorage,
    keys: AsyncIterable<string>,
    encryption: ResealingEncryption,
  ) => Promise<T>,
): Promise<T> {
  const encryption = createEncryption(await readDocumentKey(configuration, { isNeeded: () => true }))
  try {
    const place = await openFilesPlace(configuration)
    return await work(createStorage({ encryption, ...place }), listStoredKeys(place), encryption)
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    throw new StartupError(
      'The store does not answer, so that nothing can be said of its files: see that it does, and run the same again.',
      { cause: error },
    )
  } finally {
    await encryption.close()
  }
}
