import { z } from 'zod'
import { sealOverdueAfterMs } from '../../../domain/record/limits.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../../platform/database/index.ts'
import { type Duty, defineJob, hasNoJob } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { VerificationRow } from '../../verifications/index.ts'
import { enqueueRecordMails, takeLinkMail } from '../record-mails.ts'
import {
  insertRecord,
  listSealedDocuments,
  makeCheckCode,
  type SealedKind,
  type SealedRow,
  sealedKinds,
} from '../store.ts'
import { gatherRecord, gatherWithdrawal } from './gather-facts.ts'
import { writeRecordContent } from './record-content.ts'
import { type Draft, sealDocument } from './seal-document.ts'
import { writeWithdrawalContent } from './withdrawal-content.ts'

/** Delays before the authority is asked again: after the 1st, 2nd, … missing answer, then always the last. */
const retryDelaysMs = [1, 5, 15, 60].map((minutes) => minutes * 60_000)

type Parts = Pick<Platform, 'jobs' | 'clock'>

/**
 * Makes a verification a record in the transaction that completes it. A job then seals it, and both parties get a mail.
 * Returns whether the third party does: not if their address has had too many mails.
 */
export async function enqueueSeal(
  platform: Parts & Pick<Platform, 'rateLimits'>,
  tx: Transaction,
  { id: verificationId, thirdPartyEmail }: Pick<VerificationRow, 'id' | 'thirdPartyEmail'>,
): Promise<boolean> {
  const isLinkMailed = await takeLinkMail(platform, tx, thirdPartyEmail)
  const at = platform.clock.now()
  await insertRecord(tx, { verificationId, checkCode: makeCheckCode(), at, isLinkMailed })
  const key = nameSealKey('record', verificationId)
  await platform.jobs.enqueue(tx, sealJobs.record, { verificationId }, { key })
  return isLinkMailed
}

/** Enqueues sealing the addendum about a withdrawal, in the transaction of the withdrawal. */
export async function enqueueWithdrawalSeal(
  platform: Parts,
  tx: Transaction,
  verificationId: string,
): Promise<void> {
  const key = nameSealKey('withdrawal', verificationId)
  await platform.jobs.enqueue(tx, sealJobs.withdrawal, { verificationId }, { key })
}

function nameSealKey(document: SealedKind, verificationId: string): string {
  return `${sealJobs[document].name} ${verificationId}`
}

const verificationSchema = z.object({ verificationId: z.guid() })

/** The jobs that seal. Each first checks what is already done, so running one again changes nothing. */
export const sealJobs = {
  record: defineJob('seal-record', verificationSchema, (platform: Platform, { verificationId }) =>
    sealFirst(platform, 'record', verificationId),
  ),
  withdrawal: defineJob(
    'seal-withdrawal',
    verificationSchema,
    async (platform: Platform, { verificationId }) => {
      // The addendum refers to the sealed record, so the record comes first.
      await sealFirst(platform, 'record', verificationId)
      await sealFirst(platform, 'withdrawal', verificationId)
    },
  ),
}

const timestampSchema = verificationSchema.extend({ document: z.enum(sealedKinds), tries: z.int() })

export const completeTimestampJob = defineJob('complete-timestamp', timestampSchema, completeTimestamp)

async function sealFirst(platform: Platform, document: SealedKind, verificationId: string): Promise<void> {
  const sealed = await listSealedDocuments(platform.database, verificationId)
  if (sealed.some((row) => row.document === document)) return
  await sealDocument(platform, {
    ...(await prepareDraft(platform, document, verificationId, 1, sealed)),
    acceptsPending: true,
    async extra(tx, timestamp, verification) {
      await enqueueRecordMails(platform, tx, verification, document)
      if (timestamp === 'pending') await enqueueCompletion(platform, tx, { verificationId, document }, 0)
    },
  })
}

/**
 * Seals a document again, with a timestamp, that was sealed without one. Tries again later if the authority still does
 * not answer.
 */
async function completeTimestamp(
  platform: Platform,
  { document, verificationId, tries }: z.infer<typeof timestampSchema>,
): Promise<void> {
  const all = await listSealedDocuments(platform.database, verificationId)
  const newest = all.filter((row) => row.document === document).at(-1)
  if (newest?.timestampState !== 'pending') return
  const completed = await sealDocument(platform, {
    ...(await prepareDraft(platform, document, verificationId, newest.revision + 1, all)),
    acceptsPending: false,
  })
  if (completed) return
  await platform.database.transaction((tx) => enqueueCompletion(platform, tx, newest, tries + 1))
}

async function prepareDraft(
  platform: Platform,
  document: SealedKind,
  verificationId: string,
  revision: number,
  sealed: readonly SealedRow[],
): Promise<Pick<Draft, 'facts' | 'contentFor'>> {
  if (document === 'record') {
    const facts = await gatherRecord(platform, verificationId, revision)
    return { facts, contentFor: (timestamp) => writeRecordContent(facts, timestamp) }
  }
  const records = sealed.filter((row) => row.document === 'record')
  const facts = await gatherWithdrawal(platform, verificationId, revision, records)
  return { facts, contentFor: (timestamp) => writeWithdrawalContent(facts, timestamp) }
}

/**
 * Enqueues a request to the authority for the missing timestamp of a sealed document. The delay grows with the number
 * of tries.
 */
async function enqueueCompletion(
  platform: Parts,
  tx: Transaction,
  { verificationId, document }: Pick<SealedRow, 'verificationId' | 'document'>,
  tries: number,
): Promise<void> {
  const delayMs = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)] ?? 0
  const runAt = new Date(platform.clock.now().getTime() + delayMs)
  const key = `${completeTimestampJob.name} ${document} ${verificationId}`
  const payload = { verificationId, document, tries }
  // Records without any seal come first.
  await platform.jobs.enqueue(tx, completeTimestampJob, payload, { key, runAt, priority: 10 })
}

/** Records and withdrawals that aren't sealed, and seals that wait for their timestamp. */
export const sealsDuty: Duty<Platform> = {
  kind: 'seals',
  overdueAfterMs: sealOverdueAfterMs,
  select: (_, before) => selectLateSeals(before),
  async enqueueMissing(platform, tx, { before, limit }) {
    let count = 0
    for (const document of sealedKinds) {
      const ids = await listUnsealed(tx, document, before, limit)
      const missing = ids.map((verificationId) => ({
        payload: { verificationId },
        key: nameSealKey(document, verificationId),
      }))
      await platform.jobs.enqueueAll(tx, sealJobs[document], missing)
      count += missing.length
    }
    const untimed = await listWithoutTimestamp(tx, before, limit)
    for (const sealed of untimed) await enqueueCompletion(platform, tx, sealed, 0)
    return count + untimed.length
  },
}

/** A seal without a timestamp counts as done, because the authority decides when it gets one. */
function selectLateSeals(before: Date): Sql {
  return sql`SELECT id, since FROM (
      SELECT verification_id AS id, created_at AS since FROM records WHERE sealed_at IS NULL AND created_at < ${before}
      UNION ALL
      SELECT verification_id, withdrawn_at FROM records
      WHERE withdrawn_at IS NOT NULL AND withdrawal_sealed_at IS NULL AND withdrawn_at < ${before}) unsealed`
}

/**
 * Verifications whose record or withdrawal has been waiting for a seal since before a given time, and has no job to
 * seal it.
 */
async function listUnsealed(
  q: Queryable,
  document: SealedKind,
  before: Date,
  limit: number,
): Promise<string[]> {
  const key = sql`${nameSealKey(document, '')}::text || verification_id`
  const rows = await q.rows<{ id: string }>(
    document === 'record'
      ? sql`SELECT verification_id AS id FROM records
          WHERE sealed_at IS NULL AND created_at < ${before} AND ${hasNoJob(key)} ORDER BY created_at LIMIT ${limit}`
      : sql`SELECT verification_id AS id FROM records
          WHERE withdrawn_at IS NOT NULL AND withdrawal_sealed_at IS NULL AND withdrawn_at < ${before}
            AND ${hasNoJob(key)} ORDER BY withdrawn_at LIMIT ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Documents whose newest revision waits for a timestamp and has no job to request it. */
function listWithoutTimestamp(
  q: Queryable,
  before: Date,
  limit: number,
): Promise<{ verificationId: string; document: SealedKind }[]> {
  return q.rows(sql`
    SELECT s.verification_id, s.document FROM sealed_documents s
    WHERE s.timestamp_state = 'pending' AND s.sealed_at < ${before}
      AND NOT EXISTS (SELECT FROM sealed_documents n WHERE n.verification_id = s.verification_id
        AND n.document = s.document AND n.revision > s.revision)
      AND ${hasNoJob(sql`'complete-timestamp ' || s.document || ' ' || s.verification_id`)}
    ORDER BY s.sealed_at LIMIT ${limit}`)
}
