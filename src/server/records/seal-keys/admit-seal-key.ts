import { writeCanonicalJson } from '../../../domain/canonical-json.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import { isSigned, type Succession } from '../../platform/pdf/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { appendLeaf } from '../transparency/append-leaf.ts'
import { lockLog } from '../transparency/log-store.ts'
import { findCertificate, findCertificateInForce, insertCertificate, type SealCertificate } from './store.ts'

const putBack =
  'put the key back that sealed last, or have it sign its successor with "npm run seal-key -- rotate"'

/**
 * Lets the server start only with the key that seals, or with one that it signed as its successor: that one is announced, as a leaf of the log,
 * and seals from then on (KEYS-3, KEYS-4).
 * @throws StartupError, having changed nothing, for every other key
 */
export async function admitSealKey(
  platform: Pick<Platform, 'clock' | 'database' | 'sealer' | 'logger'>,
): Promise<void> {
  const { database, sealer, clock, logger } = platform
  const isAnnounced = await database.transaction(async (tx) => {
    await lockLog(tx)
    const inForce = await findCertificateInForce(tx)
    if (!inForce || inForce.sha256 === sealer.certificateSha256) return false
    if (await findCertificate(tx, sealer.certificateSha256))
      throw new StartupError(`The seal key was followed by another one, and may seal no more: ${putBack}.`)
    const succession = requireSuccession(inForce, sealer)
    const successionSha256 = toLeaf(succession)
    const leafIndex = await appendLeaf(platform, tx, successionSha256)
    await insertCertificate(tx, {
      sha256: sealer.certificateSha256,
      chain: sealer.certificates,
      introducedAt: clock.now(),
      announced: { succession, leafIndex },
      successionSha256,
    })
    return true
  })
  if (isAnnounced)
    logger.info(
      { certificate: sealer.certificateSha256 },
      'the next seal key is announced, and seals from now on',
    )
}

/** What the log has of a succession: the SHA-256, hex, of its canonical JSON. */
export function toLeaf(succession: Succession): string {
  return hashHex(writeCanonicalJson(succession))
}

function requireSuccession(
  inForce: SealCertificate,
  { succession, certificateSha256 }: Platform['sealer'],
): Succession {
  if (!succession)
    throw new StartupError(
      `The seal key is not the one that sealed the records, which did not sign it: ${putBack}.`,
    )
  const isItsSuccessor =
    succession.predecessorSha256 === inForce.sha256 && succession.certificateSha256 === certificateSha256
  if (!isItsSuccessor || !isSigned(succession))
    throw new StartupError(
      `The seal key was signed by another key than the one that sealed the records: ${putBack}.`,
    )
  return succession
}
