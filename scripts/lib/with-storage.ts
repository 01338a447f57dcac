import type { Configuration } from '../../src/server/config.ts'
import type { Queryable } from '../../src/server/platform/database/index.ts'
import { createEncryption, type ResealingEncryption } from '../../src/server/platform/encryption/index.ts'
import { StartupError } from '../../src/server/platform/startup-error.ts'
import {
  createStorage,
  listStoredKeys,
  openFilesPlace,
  type ResealingStorage,
  StorageUnavailable,
} from '../../src/server/platform/storage/index.ts'
import { findCertificateInForce } from '../../src/server/records/index.ts'
import { readDocumentKey, readKnownCertificates } from '../../src/server/secrets.ts'

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

/** The certificates of the key that seals. Where that key is not at hand, the database is believed which one it is. */
export async function listCertificates(q: Queryable, configuration: Configuration): Promise<string[]> {
  const own = await readKnownCertificates(configuration)
  if (own.length > 0) return own
  console.log('Not seen: the seal key. Which certificate seals is taken from the database.')
  return [(await findCertificateInForce(q))?.sha256 ?? '']
}
