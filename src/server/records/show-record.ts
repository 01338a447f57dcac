import type { RecordView, SealedDocumentView } from '../../contract/record.ts'
import type { DocumentLock } from '../../domain/plan/document-lock.ts'
import { thirdPartyDocumentsLock } from '../../domain/plan/file-size.ts'
import { sealOverdueAfterMs } from '../../domain/record/limits.ts'
import { addressOf } from '../accounts/index.ts'
import { noteOnceInAWhile } from '../audit/index.ts'
import { type DocumentRow, documentsById, viewDocument } from '../documents/index.ts'
import { readTier } from '../plans/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { presentForm } from '../verifications/index.ts'
import { newestCopy } from './archive/store.ts'
import { checkUrl } from './check-code.ts'
import type { Reader } from './policy.ts'
import { filesDestroyedAt } from './retention.ts'
import { checkCodeOf, firstEvent, type SealedKind, type SealedRow, sealedDocumentsOf } from './store.ts'

/**
 * A record as one of its parties sees it: the whole form, what can be downloaded, and the photos and IDs of both as long as they exist. The
 * creator's view of the third party's needs a paid plan; the third party sees the creator's, who agreed to that by signing (OWNER-4).
 */
export async function showRecord(platform: Platform, { party, row }: Reader): Promise<RecordView> {
  const { database } = platform
  const [creator, tier, sealed, withdrawal, files, checkCode] = await Promise.all([
    addressOf(database, row.userId),
    readTier(database, row.userId, platform.logger),
    sealedDocumentsOf(database, row.id),
    firstEvent(database, row.id, 'withdrawn'),
    documentsById(
      database,
      Object.values(documentIds(row)).filter((id) => id !== null),
    ),
    checkCodeOf(database, row.id),
  ])
  const [record, withdrawalSeal] = await Promise.all([
    viewSealed(database, newest(sealed, 'record')),
    viewSealed(database, newest(sealed, 'withdrawal')),
  ])
  const creatorsLock = thirdPartyDocumentsLock(tier)
  await noteOnceInAWhile(platform, {
    verificationId: row.id,
    event: 'viewed',
    actor: party,
    at: platform.clock.now(),
    detail: { status: row.status },
  })
  return {
    party,
    form: await presentForm(database, row),
    thirdPartyEmail: row.thirdPartyEmail,
    creatorOpens: creator === null ? 'never' : creatorsLock === null ? 'now' : 'on_a_plan',
    record,
    withdrawal: withdrawalSeal,
    isSealLate: isSealLate(sealed, row.verifiedAt, withdrawal?.at ?? null, platform.clock.now()),
    withdrawn: withdrawal && {
      at: withdrawal.at.toISOString(),
      by: withdrawal.actor === 'creator' ? 'creator' : 'third_party',
    },
    documents: viewDocuments(platform, row, files, party === 'creator' ? creatorsLock : null),
    filesDestroyedAt: filesDestroyedAt(platform.settings, row.verifiedAt).toISOString(),
    checkUrl: checkUrl(platform.settings.publicUrl, checkCode ?? ''),
    can: { withdraw: row.status === 'verified' },
  }
}

/** Whether something that should be sealed by now is not. */
function isSealLate(
  sealed: readonly SealedRow[],
  verifiedAt: Date,
  withdrawnAt: Date | null,
  now: Date,
): boolean {
  const isLate = (document: SealedKind, due: Date | null) =>
    due !== null && newest(sealed, document) === null && now.getTime() - due.getTime() > sealOverdueAfterMs
  return isLate('record', verifiedAt) || isLate('withdrawal', withdrawnAt)
}

function newest(sealed: readonly SealedRow[], document: SealedKind): SealedRow | null {
  return sealed.findLast((candidate) => candidate.document === document) ?? null
}

async function viewSealed(q: Queryable, row: SealedRow | null): Promise<SealedDocumentView | null> {
  if (!row) return null
  const { sealedAt, revision, timestampState, pdfSha256 } = row
  const copy = await newestCopy(q, row)
  return {
    sealedAt: sealedAt.toISOString(),
    revision,
    timestamp: timestampState,
    pdfSha256,
    archived: copy && { protectedUntil: copy.protectedUntil.toISOString() },
  }
}

function documentIds(row: Reader['row']): Record<keyof RecordView['documents'], string | null> {
  return {
    creatorSelfie: row.selfieDocumentId,
    creatorId: row.idDocumentId,
    thirdPartySelfie: row.thirdPartySelfieDocumentId,
    thirdPartyId: row.thirdPartyIdDocumentId,
  }
}

/** @param lock what the reader waits for to open the third party's; null for nothing */
function viewDocuments(
  platform: Platform,
  row: Reader['row'],
  files: readonly DocumentRow[],
  lock: DocumentLock | null,
): RecordView['documents'] {
  const ids = documentIds(row)
  return {
    creatorSelfie: viewDocument(platform, files, ids.creatorSelfie, null),
    creatorId: viewDocument(platform, files, ids.creatorId, null),
    thirdPartySelfie: viewDocument(platform, files, ids.thirdPartySelfie, lock),
    thirdPartyId: viewDocument(platform, files, ids.thirdPartyId, lock),
  }
}
