import { X509Certificate } from 'node:crypto'
import type { CheckAnswer, CheckRequest } from '../../contract/record.ts'
import { findAttachedWithFingerprint } from '../documents/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import { findIssuer } from '../platform/pdf/index.ts'
import type { Platform } from '../platform/platform.ts'
import { describeProtection, findCopyByHash } from './archive/store.ts'
import {
  type CheckRow,
  findCheckByCode,
  findCheckByHash,
  findCheckByRevision,
  findNewestRecord,
} from './store.ts'

/**
 * Whether a file is one of ours and unchanged, or a photo or ID whose fingerprint a record has, when that was sealed and whether consent was
 * withdrawn since. Only the file's hash and the code printed in it come here, never the file.
 */
export async function checkDocument(
  { database, clock }: Platform,
  asked: CheckRequest,
): Promise<CheckAnswer> {
  const found = asked.sha256 === undefined ? null : await findCheckByHash(database, asked.sha256)
  if (found) return answer('genuine', found)
  const archived =
    asked.sha256 === undefined ? null : await answerArchived(database, asked.sha256, clock.now())
  if (archived) return archived
  const given = asked.sha256 === undefined ? null : await findAttachedWithFingerprint(database, asked.sha256)
  const record = given && (await findNewestRecord(database, given.verificationId))
  if (given && record) {
    return {
      result: 'evidence',
      category: given.category,
      sealedAt: record.sealedAt.toISOString(),
      withdrawnAt: record.withdrawnAt?.toISOString() ?? null,
    }
  }
  const named = asked.checkCode === undefined ? null : await findCheckByCode(database, asked.checkCode)
  if (!named) return { result: 'unknown' }
  return answer(asked.sha256 === undefined ? 'exists' : 'changed', named)
}

/** An archived copy is known by its own fingerprint: only what was made here of a sealed document has one (ARCHIVE-9). */
async function answerArchived(q: Queryable, sha256: string, now: Date): Promise<CheckAnswer | null> {
  const copy = await findCopyByHash(q, sha256)
  const original = copy && (await findCheckByRevision(q, copy))
  return original && answer('genuine', original, describeProtection(copy, now))
}

function answer(
  result: 'genuine' | 'changed' | 'exists',
  row: CheckRow,
  archived: ReturnType<typeof describeProtection> | null = null,
): CheckAnswer {
  return {
    result,
    document: row.document,
    sealedAt: row.sealedAt.toISOString(),
    timestamp: row.timestampState,
    timestampAt: row.timestampAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    archived,
    hasNewerRevision: row.newestRevision > row.revision,
    seal: row.certificate === null ? null : describeSeal(row.certificate, row.followedAt),
  }
}

function describeSeal(der: string, followedAt: Date | null) {
  const certificate = new X509Certificate(Buffer.from(der, 'base64'))
  return { issuer: findIssuer(certificate), followedAt: followedAt?.toISOString() ?? null }
}
