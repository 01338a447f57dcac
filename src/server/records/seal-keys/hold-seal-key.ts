import type { Transaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockLog } from '../transparency/log-store.ts'
import { findCertificateInForce, insertCertificate } from './store.ts'

/**
 * Makes sure, in the transaction that keeps a sealed document, that our key is the one that seals now: with the first document it becomes that.
 * Throws when another has followed it, in another process: the document is sealed again there. Holds the log until the transaction ends.
 */
export async function holdSealKey(
  { sealer, clock }: Pick<Platform, 'sealer' | 'clock'>,
  tx: Transaction,
): Promise<void> {
  await lockLog(tx)
  const inForce = await findCertificateInForce(tx)
  if (inForce?.sha256 === sealer.certificateSha256) return
  if (inForce) throw new Error('another seal key has followed this one')
  await insertCertificate(tx, {
    sha256: sealer.certificateSha256,
    chain: sealer.certificates,
    introducedAt: clock.now(),
    announced: null,
    successionSha256: null,
  })
}
