import { readConfiguration } from '../../src/server/config.ts'
import type { Queryable } from '../../src/server/platform/database/index.ts'
import { findCertificateInForce, type Witnesses } from '../../src/server/records/index.ts'
import { readKnownCertificates } from '../../src/server/secrets.ts'
import { withStorage } from './with-storage.ts'

/**
 * Runs `look` with what lies outside the database: the stored records, opened with the document key, and the certificate of the key that seals.
 * Where that key is not at hand, the database is believed which one it is. `named` are certificates that are known from elsewhere, by their SHA-256.
 */
export async function withWitnesses<T>(
  q: Queryable,
  named: readonly string[],
  look: (witnesses: Witnesses) => Promise<T>,
): Promise<T> {
  const configuration = readConfiguration()
  const own = await readKnownCertificates(configuration)
  if (own.length === 0) {
    console.log('Not seen: the seal key. Which certificate seals is taken from the database.')
    own.push((await findCertificateInForce(q))?.sha256 ?? '')
  }
  return withStorage(configuration, (storage) => look({ storage, certificates: new Set([...own, ...named]) }))
}
