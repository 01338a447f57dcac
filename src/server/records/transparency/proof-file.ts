import { writeCanonicalJson } from '../../../domain/canonical-json.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { Platform } from '../../platform/platform.ts'
import { signCheckpoint } from './checkpoint.ts'
import { findHead, findLeafIndex, findNewestHead } from './log-store.ts'
import { listInclusionRanges } from './merkle.ts'
import { readHashes } from './proofs.ts'
import { findNewestVouchedFor, findTimestamp, listCosignatures } from './witness-store.ts'

type Parts = Pick<Platform, 'database' | 'logSigner' | 'sealer'>

/** The log's name and key, signed with the key of the seal: whoever believes its certificate can believe the checkpoints. */
export async function signLogKey({ logSigner, sealer }: Pick<Parts, 'logSigner' | 'sealer'>) {
  const log = { origin: logSigner.name, verifierKey: logSigner.verifierKey }
  return { ...log, signature: await sealer.sign(writeCanonicalJson(log)) }
}

/**
 * How a sealed PDF leads to a checkpoint, in one file that needs no service (c2sp.org/tlog-proof): to the newest one that somebody outside vouched
 * for, and before there is one to the newest. Its extra data is the log's key and the timestamp, each of which carries its own proof. Refuses
 * what is not in the log.
 */
export async function writeProofFile(platform: Parts, pdfSha256: string): Promise<string | Refusal> {
  const { database, logSigner } = platform
  const leafIndex = await findLeafIndex(database, pdfSha256)
  if (leafIndex === null) return refuse('not_found')
  const vouched = await findNewestVouchedFor(database, logSigner.name, leafIndex + 1)
  const head = vouched === null ? await findNewestHead(database) : await findHead(database, vouched)
  if (!head) return refuse('not_found')
  const [{ path }, cosignatures, timestamp, log] = await Promise.all([
    readHashes(database, listInclusionRanges(leafIndex, head.size), head.size),
    listCosignatures(database, logSigner.name, head.size),
    findTimestamp(database, logSigner.name, head.size),
    signLogKey(platform),
  ])
  const extra = writeCanonicalJson({
    log,
    timestamp: timestamp && {
      at: timestamp.at.toISOString(),
      token: Buffer.from(timestamp.token).toString('base64'),
    },
  })
  return [
    'c2sp.org/tlog-proof@v1',
    `extra ${Buffer.from(extra).toString('base64')}`,
    `index ${leafIndex}`,
    ...path.map((hash) => Buffer.from(hash, 'hex').toString('base64')),
    '',
    signCheckpoint(logSigner, head, cosignatures),
  ].join('\n')
}
