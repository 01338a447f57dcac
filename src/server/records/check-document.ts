import { X509Certificate } from 'node:crypto'
import type { CheckAnswer, CheckRequest } from '../../contract/record.ts'
import { findAttachedWithFingerprint } from '../documents/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import { findIssuer } from '../platform/pdf/index.ts'
import type { Platform } from '../platform/platform.ts'
import { presentValidUntil } from '../verifications/index.ts'
import { describeProtection, findCopyByHash } from './archive/store.ts'
import { type CheckRow, findCheckByCode, findCheckByHash, findCheckByRevision } from './store.ts'

/**
 * Checks whether a file is an unchanged document of this service, or a photo or ID of the record with the given code;
 * and when that record was sealed, and whether consent was withdrawn since. Receives only the file's hash and a
 * record's code, never the file.
 */
export async function checkDocument(
  { database, clock }: Platform,
  asked: CheckRequest,
): Promise<CheckAnswer> {
  const now = clock.now()
  const found = asked.sha256 === undefined ? null : await findCheckByHash(database, asked.sha256)
  if (found) return answer('genuine', found, now)
  const archived = asked.sha256 === undefined ? null : await answerArchived(database, asked.sha256, now)
  if (archived) return archived
  const named = asked.checkCode === undefined ? null : await findCheckByCode(database, asked.checkCode)
  if (!named) return { result: 'unknown' }
  if (asked.sha256 === undefined) return answer('exists', named, now)
  // The fingerprint of an ID can be computed from a scan, so only a holder of the record, who has its code, gets an
  // answer about it.
  const { verificationId } = named
  const given = await findAttachedWithFingerprint(database, { verificationId, sha256: asked.sha256 })
  if (!given) return answer('changed', named, now)
  return {
    result: 'evidence',
    category: given.category,
    sealedAt: named.sealedAt.toISOString(),
    withdrawnAt: named.withdrawnAt?.toISOString() ?? null,
    validUntil: presentValidUntil(named, now),
  }
}

/**
 * Answers for an archived copy, which is recognised by its own fingerprint: only copies made by this service have a row
 * (ARCHIVE-9).
 */
async function answerArchived(q: Queryable, sha256: string, now: Date): Promise<CheckAnswer | null> {
  const copy = await findCopyByHash(q, sha256)
  const original = copy && (await findCheckByRevision(q, copy))
  return original && answer('genuine', original, now, describeProtection(copy, now))
}

function answer(
  result: 'genuine' | 'changed' | 'exists',
  row: CheckRow,
  now: Date,
  archived: ReturnType<typeof describeProtection> | null = null,
): CheckAnswer {
  return {
    result,
    document: row.document,
    sealedAt: row.sealedAt.toISOString(),
    timestamp: row.timestampState,
    timestampAt: row.timestampAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    validUntil: presentValidUntil(row, now),
    archived,
    hasNewerRevision: row.newestRevision > row.revision,
    seal: row.certificate === null ? null : describeSeal(row.certificate, row.followedAt),
  }
}

function describeSeal(der: string, followedAt: Date | null) {
  const certificate = new X509Certificate(Buffer.from(der, 'base64'))
  return { issuer: findIssuer(certificate), followedAt: followedAt?.toISOString() ?? null }
}
