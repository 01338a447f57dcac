import { randomUUID } from 'node:crypto'
import type { RecordFacts, WithdrawalFacts } from '../../../domain/record/record.ts'
import { appendAuditEvent } from '../../audit/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import type { DocumentContent, TimestampState } from '../../platform/pdf/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockVerification, type VerificationRow } from '../../verifications/index.ts'
import { enqueueArchive } from '../archive/archive-record.ts'
import { setArchiveDue } from '../archive/due-store.ts'
import { deleteAttempt, doesAttemptExist, insertAttempt } from '../attempt-store.ts'
import { holdSealKey } from '../seal-keys/hold-seal-key.ts'
import { insertSealedDocument, isSealed, type SealedRow } from '../store.ts'
import { appendLeaf } from '../transparency/append-leaf.ts'
import { removeAttempts, removeFiles } from './attempts.ts'
import { writeJsonTwin } from './json-twin.ts'

export type Draft = {
  facts: RecordFacts | WithdrawalFacts
  contentFor(timestamp: TimestampState): DocumentContent
  /** Whether a document without the authority's timestamp is worth keeping. */
  acceptsPending: boolean
  /** Joins the transaction that keeps the document, before its leaf is added. */
  also(tx: Transaction, timestamp: TimestampState, verification: VerificationRow): Promise<void>
}

/**
 * Seals a document and keeps it with its twin. Null when there is nothing to do: that revision is sealed already, or the authority did not
 * answer and `acceptsPending` is false.
 *
 * A process may die anywhere in here. What it leaves is noted before it is written, so that the next try removes it; the document counts
 * from the one transaction that keeps its row, its leaf in the log and its row in the trail.
 */
export async function sealDocument(platform: Platform, draft: Draft): Promise<SealedRow | null> {
  const { database, sealer, clock } = platform
  const { verificationId, document, revision } = draft.facts
  await removeAttempts(platform, verificationId, 'seal')
  const path = `${verificationId}/${document}-${revision}-${randomUUID()}`
  const [sealed] = await Promise.all([
    sealer.seal({ at: clock.now(), contentFor: draft.contentFor }),
    insertAttempt(database, path, verificationId, clock.now()),
  ])
  if (sealed.timestamp.state === 'pending' && !draft.acceptsPending) {
    await deleteAttempt(database, path)
    return null
  }
  if (sealed.shownByNumber.length > 0) {
    platform.logger.warn(
      { verificationId, codePoints: sealed.shownByNumber },
      'a record shows characters by number',
    )
  }
  if (sealed.validation === 'missing') {
    platform.logger.warn(
      { verificationId, document },
      'a record is sealed without what its authorities say of its certificates; its archived copy will have it',
    )
  }
  const twin = writeJsonTwin(sealer, draft.facts, sealed)
  await putBoth(platform, path, sealed.bytes, twin)
  const kept = await database.transaction(async (tx) => {
    const verification = await lockVerification(tx, verificationId)
    if (!verification) throw new Error('a verification went away')
    if (await isSealed(tx, { verificationId, document, revision })) return 'sealed by another'
    // Somebody took this try for a dead one and may have removed its files.
    if (!(await deleteAttempt(tx, path))) return 'given up'
    const sealedAt = clock.now()
    await appendAuditEvent(tx, {
      verificationId,
      event: 'sealed',
      actor: 'system',
      at: sealedAt,
      detail: { document, revision, pdfSha256: sealed.sha256, timestamp: sealed.timestamp.state },
    })
    const timestampState = sealed.timestamp.state
    // One that waits for its timestamp is archived with it.
    if (timestampState !== 'pending') {
      await setArchiveDue(tx, { verificationId, document }, sealedAt)
      if (sealer.hasTimeAuthority) await enqueueArchive(platform, tx, { verificationId, document })
    }
    await draft.also(tx, timestampState, verification)
    const jsonSha256 = hashHex(await twin)
    // From here on whoever seals another document waits for the end of the transaction.
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
  if (typeof kept === 'object') return kept
  // Whether or not the note of this try is still there, nobody relies on its files.
  await removeFiles(platform, path)
  await deleteAttempt(database, path)
  if (kept === 'given up') throw new Error('another try took over')
  return null
}

/** Writes both files, the document while its twin is still made. When that fails because another try took this one for dead, nothing of it stays. */
async function putBoth(
  platform: Platform,
  path: string,
  pdf: Uint8Array,
  twin: Promise<Uint8Array>,
): Promise<void> {
  const { database, storage } = platform
  const puts = await Promise.allSettled([
    storage.put({ bucket: 'records', path: `${path}.pdf` }, pdf),
    twin.then((json) => storage.put({ bucket: 'records', path: `${path}.json` }, json)),
  ])
  const failure = puts.find((put) => put.status === 'rejected')
  if (!failure) return
  if (!(await doesAttemptExist(database, path))) await removeFiles(platform, path)
  throw failure.reason
}
