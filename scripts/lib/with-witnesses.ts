import { type Configuration, readConfiguration } from '../../src/server/config.ts'
import type { Queryable } from '../../src/server/platform/database/index.ts'
import { findCertificateInForce, type Witnesses } from '../../src/server/records/index.ts'
import { readKnownCertificates } from '../../src/server/secrets.ts'
import { withStorage } from './with-storage.ts'

/**
 * Runs `look` with what lies outside the database: the stored records, opened with the document key, and the
 * certificate of the key that seals.
 */
export async function withWitnesses<T>(q: Queryable, look: (witnesses: Witnesses) => Promise<T>): Promise<T> {
  const configuration = readConfiguration()
  const certificates = await listCertificates(q, configuration)
  return withStorage(configuration, (storage) => look({ storage, certificates: new Set(certificates) }))
}

/** The certificates of the key that seals. Where that key is not at hand, the database is believed which one it is. */
export async function listCertificates(q: Queryable, configuration: Configuration): Promise<string[]> {
  const own = await readKnownCertificates(configuration)
  if (own.length > 0) return own
  console.log('Not seen: the seal key. Which certificate seals is taken from the database.')
  return [(await findCertificateInForce(q))?.sha256 ?? '']
}
