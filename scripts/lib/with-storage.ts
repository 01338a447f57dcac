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
 * Runs `work` with the configured store and its document key. The key must exist; it isn't created here. `keys` are the
 * keys of all stored files.
 * @throws StartupError if the store doesn't answer
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
      'The store does not answer, so its files could not be checked. Make the store reachable, then run the command again.',
      { cause: error },
    )
  } finally {
    await encryption.close()
  }
}

/** The certificates of the seal key. Without the key, they are taken from the database. */
export async function listCertificates(q: Queryable, configuration: Configuration): Promise<string[]> {
  const own = await readKnownCertificates(configuration)
  if (own.length > 0) return own
  console.log('Not checked: the seal key, which is missing here. Its certificate is taken from the database.')
  return [(await findCertificateInForce(q))?.sha256 ?? '']
}
