import { join } from 'node:path'
import { readConfiguration } from '../../src/server/config.ts'
import { createEncryption } from '../../src/server/platform/encryption/index.ts'
import { parseSealKey } from '../../src/server/platform/pdf/index.ts'
import { createStorage } from '../../src/server/platform/storage/index.ts'
import type { Witnesses } from '../../src/server/records/index.ts'
import { documentKey, sealKey } from '../../src/server/secrets.ts'

/**
 * Runs `look` with what lies outside the database: the stored records, opened with the document key, and the certificates that sealed them,
 * this installation's own and the `former` ones, by their SHA-256.
 */
export async function withWitnesses<T>(
  former: readonly string[],
  look: (witnesses: Witnesses) => Promise<T>,
): Promise<T> {
  const configuration = readConfiguration()
  const { dataDir, s3 } = configuration
  const encryption = createEncryption(await documentKey(configuration))
  try {
    const storage = createStorage({ encryption, ...(s3 ? { s3 } : { folder: join(dataDir, 'files') }) })
    const { certificateSha256 } = parseSealKey(await sealKey(configuration))
    return await look({ storage, certificates: new Set([certificateSha256, ...former]) })
  } finally {
    await encryption.close()
  }
}
