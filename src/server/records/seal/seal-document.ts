import { toPlainJson, writeCanonicalJson } from '../../../domain/canonical-json.ts'
import type { RecordFacts, WithdrawalFacts } from '../../../domain/record/record.ts'
import { appendAuditEvent } from '../../audit/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import type { DocumentContent, SealedDocument, Sealer, TimestampState } from '../../platform/pdf/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockVerification, type VerificationRow } from '../../verifications/index.ts'
import { enqueueArchive } from '../archive/archive-record.ts'
import { setArchiveDue } from '../archive/store.ts'
import { holdSealKey } from '../seal-keys/seal-keys.ts'
import { keepAttempt, withAttempt } from '../sealed-files.ts'
import { insertSealedDocument, isSealed, type SealedRow } from '../store.ts'
import { appendLeaf } from '../transparency/log-store.ts'

export type Draft = {
  facts: RecordFacts | WithdrawalFacts
  contentFor(timestamp: TimestampState): DocumentContent
  /** Whether to keep a document without the authority's timestamp. */
  acceptsPending: boolean
  /** Runs in the transaction that stores the document, before its leaf is added. */
  extra?(tx: Transaction, timestamp: TimestampState, verification: VerificationRow): Promise<void>
}

/**
 * Seals a document and stores it with its JSON twin. Returns null when that revision is already sealed, when another
 * process considered this attempt dead and seals it, or when the authority did not answer and `acceptsPending` is
 * false.
 *
 * The process may die at any point in here. The document exists only from the one transaction that stores its row, its
 * leaf in the log and its row in the trail.
 */
export function sealDocument(platform: Platform, draft: Draft): Promise<SealedRow | null> {
  const { verificationId, document, revision } = draft.facts
  const attempted = { verificationId, name: `${document}-${revision}` }
  return withAttempt(platform, attempted, (path) => sealAt(platform, draft, path))
}

async function sealAt(platform: Platform, draft: Draft, path: string): Promise<SealedRow | null> {
  const { database, sealer, storage, clock, logger } = platform
  const { verificationId, document, revision } = draft.facts
  const sealed = await sealer.seal({ at: clock.now(), contentFor: draft.contentFor })
  if (sealed.timestamp.state === 'pending' && !draft.acceptsPending) return null
  if (sealed.shownByNumber.length > 0) {
    logger.warn({ verificationId, codePoints: sealed.shownByNumber }, 'a record shows characters by number')
  }
  if (sealed.validation === 'missing') {
    logger.warn(
      { verificationId, document },
      'a record is sealed without what its authorities say of its certificates; its archived copy will have it',
    )
  }
  const twin = writeJsonTwin(sealer, draft.facts, sealed)
  // Wait for both to settle before anything is removed.
  const puts = await Promise.allSettled([
    storage.put({ bucket: 'records', path: `${path}.pdf` }, sealed.bytes),
    twin.then((json) => storage.put({ bucket: 'records', path: `${path}.json` }, json)),
  ])
  for (const put of puts) if (put.status === 'rejected') throw put.reason
  return database.transaction(async (tx) => {
    const verification = await lockVerification(tx, verificationId)
    if (!verification) throw new Error('a verification went away')
    if (await isSealed(tx, { verificationId, document, revision })) return null
    if (!(await keepAttempt(tx, path))) return null
    const sealedAt = clock.now()
    await appendAuditEvent(tx, {
      verificationId,
      event: 'sealed',
      actor: 'system',
      at: sealedAt,
      detail: { document, revision, pdfSha256: sealed.sha256, timestamp: sealed.timestamp.state },
    })
    const timestampState = sealed.timestamp.state
    // A document that waits for its timestamp is archived when it gets one.
    if (timestampState !== 'pending') {
      await setArchiveDue(tx, { verificationId, document }, sealedAt)
      if (sealer.hasTimeAuthority) await enqueueArchive(platform, tx, { verificationId, document })
    }
    await draft.extra?.(tx, timestampState, verification)
    const jsonSha256 = hashHex(await twin)
    // From here on, other seals wait until this transaction ends.
    await holdSealKey(platform, tx)
    const row: SealedRow = {
      verificationId,
      document,
      revision,
      timestampState,
      timestampAt: sealed.timestamp.state === 'granted' ? sealed.timestamp.at : null,
      sealedAt,
      path,
      pdfSha256: sealed.sha256,
      jsonSha256,
      leafIndex: await appendLeaf(platform, tx, sealed.sha256),
      certificateSha256: sealer.certificateSha256,
    }
    await insertSealedDocument(tx, row)
    return row
  })
}

/**
 * The machine-readable twin of a sealed PDF: the same facts, the PDF's hash and its timestamp. It is signed with the
 * same key as a JWS whose payload is the canonical JSON of everything except `signature` (docs/record-format.md).
 */
async function writeJsonTwin(
  sealer: Pick<Sealer, 'sign'>,
  facts: RecordFacts | WithdrawalFacts,
  sealed: SealedDocument,
): Promise<Uint8Array> {
  const { timestamp } = sealed
  const pdf = {
    sha256: sealed.sha256,
    byteCount: sealed.bytes.byteLength,
    timestamp:
      timestamp.state === 'granted'
        ? {
            state: timestamp.state,
            at: timestamp.at.toISOString(),
            token: Buffer.from(timestamp.token).toString('base64'),
          }
        : { state: timestamp.state },
  }
  const payload = { facts: toPlainJson(facts), pdf }
  const signature = await sealer.sign(writeCanonicalJson(payload))
  return new TextEncoder().encode(`${JSON.stringify({ ...payload, signature }, null, 2)}\n`)
}
