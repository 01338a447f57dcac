import { writeCanonicalJson } from '../../../domain/canonical-json.ts'
import { type Refusal, refuse } from '../../http/problem.ts'
import { type Queryable, sql } from '../../platform/database/index.ts'
import { defineJob, noPayload } from '../../platform/jobs/index.ts'
import { findCosignature, formatNote, type NoteSigner, parseVerifierKey } from '../../platform/notes/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { findHead, findLeafIndex, findNewestHead, readHashes, type StoredHead } from './log-store.ts'
import { emptyRoot, listInclusionRanges } from './merkle.ts'

type Tree = Pick<StoredHead, 'size' | 'rootHash'>

/** The content of a checkpoint: the log's name, size and root (c2sp.org/tlog-checkpoint). */
export function formatCheckpoint(origin: string, { size, rootHash }: Tree): string {
  return `${origin}\n${size}\n${Buffer.from(rootHash, 'hex').toString('base64')}\n`
}

/** The state of a checkpoint, signed or not; null for an invalid one. */
export function parseTree(checkpoint: string): Tree | null {
  const [, size, root = ''] = /^[^\n]+\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n/.exec(checkpoint) ?? []
  return size ? { size: Number(size), rootHash: Buffer.from(root, 'base64').toString('hex') } : null
}

/**
 * A state of the log as a signed note with the witnesses' signatures. Signing is deterministic, so notes aren't stored.
 */
export function signCheckpoint(
  logSigner: NoteSigner,
  tree: Tree,
  cosignatures: readonly Pick<Cosignature, 'line'>[],
): string {
  const text = formatCheckpoint(logSigner.name, tree)
  return formatNote({ text, lines: [logSigner.sign(text), ...cosignatures.map(({ line }) => line)] })
}

/** The checkpoint of the log at a size, by default the newest; null for a size that the log never had. */
export async function writeCheckpoint(
  q: Queryable,
  logSigner: NoteSigner,
  size: number | undefined,
): Promise<string | null> {
  const head = size === undefined ? await findNewestHead(q) : await findHead(q, size)
  if (!head && size) return null
  const tree = head ?? { size: 0, rootHash: emptyRoot }
  return signCheckpoint(logSigner, tree, await listCosignatures(q, logSigner.name, tree.size))
}

/** Whether a stored line is a witness's valid signature of this state of the log at that time. */
export function isCosigned(
  tree: Tree,
  { origin, verifierKey, line, at }: Cosignature & { origin: string },
): boolean {
  const key = parseVerifierKey(verifierKey)
  const found = key && findCosignature({ text: formatCheckpoint(origin, tree), lines: [line] }, key)
  return found?.at.getTime() === at.getTime()
}

/**
 * Requests a timestamp from the configured authority for the newest state of the log, once. The stamped text is the
 * checkpoint.
 */
export const stampHeadJob = defineJob('stamp-log-head', noPayload, async (platform: Platform) => {
  const { database, sealer, logSigner, logger } = platform
  if (!sealer.hasTimeAuthority) return
  const head = await findNewestHead(database)
  if (!head || (await findTimestamp(database, logSigner.name, head.size))) return
  const stamped = await sealer.stamp(Buffer.from(formatCheckpoint(logSigner.name, head)))
  if (stamped.state === 'granted') {
    await insertTimestamp(database, logSigner.name, { size: head.size, at: stamped.at, token: stamped.token })
  } else {
    logger.warn({ size: head.size, ...stamped }, 'the log has no timestamp for its newest state')
  }
})

type Parts = Pick<Platform, 'database' | 'logSigner' | 'sealer'>

/** The log's name and key, signed with the key of the seal, so that its certificate vouches for the checkpoints. */
export async function signLogKey({ logSigner, sealer }: Pick<Parts, 'logSigner' | 'sealer'>) {
  const log = { origin: logSigner.name, verifierKey: logSigner.verifierKey }
  return { ...log, signature: await sealer.sign(writeCanonicalJson(log)) }
}

/**
 * A file that proves offline that a checkpoint includes a sealed PDF (c2sp.org/tlog-proof). It uses the newest
 * checkpoint with a witness, or the newest one if there is no witness. The extra data contains the log's key and the
 * timestamp, each with its own proof. Refuses a hash that isn't in the log.
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

/** Proof that a witness saw a state of the log, and that it extends all earlier states that the witness saw. */
type Cosignature = { size: number; verifierKey: string; line: string; at: Date }

type HeadTimestamp = { size: number; at: Date; token: Uint8Array }

const cosignatureColumns = sql`size, verifier_key, line, cosigned_at AS at`

/** The cosignatures of one state, earliest first. */
function listCosignatures(q: Queryable, origin: string, size: number): Promise<Cosignature[]> {
  return q.rows(sql`
    SELECT ${cosignatureColumns} FROM transparency_cosignatures
    WHERE origin = ${origin} AND size = ${size} ORDER BY cosigned_at, verifier_key`)
}

/** The last cosignature of a witness; null before its first. */
export function findLastCosignature(
  q: Queryable,
  origin: string,
  verifierKey: string,
): Promise<Cosignature | null> {
  return q.row(sql`
    SELECT ${cosignatureColumns} FROM transparency_cosignatures
    WHERE origin = ${origin} AND verifier_key = ${verifierKey} ORDER BY size DESC LIMIT 1`)
}

/** Stores a cosignature. Does nothing when that witness already has one for that state. */
export async function insertCosignature(
  q: Queryable,
  origin: string,
  cosignature: Cosignature,
): Promise<void> {
  const { size, verifierKey, line, at } = cosignature
  await q.run(sql`
    INSERT INTO transparency_cosignatures (origin, size, verifier_key, line, cosigned_at)
    VALUES (${origin}, ${size}, ${verifierKey}, ${line}, ${at}) ON CONFLICT DO NOTHING`)
}

/** The timestamp of one state, or of the newest state that has one; null without one. */
export function findTimestamp(q: Queryable, origin: string, size?: number): Promise<HeadTimestamp | null> {
  const which = size === undefined ? sql`` : sql`AND size = ${size}`
  return q.row(sql`
    SELECT size, at, token FROM transparency_timestamps WHERE origin = ${origin} ${which} ORDER BY size DESC LIMIT 1`)
}

async function insertTimestamp(q: Queryable, origin: string, timestamp: HeadTimestamp): Promise<void> {
  await q.run(sql`
    INSERT INTO transparency_timestamps (origin, size, at, token)
    VALUES (${origin}, ${timestamp.size}, ${timestamp.at}, ${Buffer.from(timestamp.token)}) ON CONFLICT DO NOTHING`)
}

/** The newest state of at least `fromSize` that a witness vouched for; null without one. */
async function findNewestVouchedFor(q: Queryable, origin: string, fromSize: number): Promise<number | null> {
  const row = await q.row<{ size: number | null }>(sql`
    SELECT max(size) AS size FROM (
      SELECT size FROM transparency_cosignatures WHERE origin = ${origin}
      UNION ALL SELECT size FROM transparency_timestamps WHERE origin = ${origin}) vouched
    WHERE size >= ${fromSize}`)
  return row?.size ?? null
}
