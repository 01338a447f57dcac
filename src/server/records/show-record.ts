import type { RecordView, SealedDocumentView } from '../../contract/record.ts'
import type { DocumentView } from '../../contract/verification.ts'
import { signedUrlLife } from '../../domain/document.ts'
import { type DocumentLock, findThirdPartyDocumentsLock } from '../../domain/plan/plan-limits.ts'
import { sealOverdueAfterMs } from '../../domain/record/limits.ts'
import { findAddress } from '../accounts/index.ts'
import { noteRepeatableEvent } from '../audit/index.ts'
import { type DocumentRow, showDocument } from '../documents/index.ts'
import { readTier } from '../plans/index.ts'
import type { Platform } from '../platform/platform.ts'
import { presentForm } from '../verifications/index.ts'
import { type ArchivedRow, describeProtection, isCopyOf, listCopiesAmong } from './archive/store.ts'
import { canBeHeld, hasLeft, listDocuments, listHolds, presentHolds } from './holds/store.ts'
import { describeOpening, type Reader } from './policy.ts'
import { computeFilesDestroyedAt } from './retention.ts'
import {
  buildCheckUrl,
  findCheckCode,
  findFirstEvent,
  listSealedDocuments,
  type SealedKind,
  type SealedRow,
} from './store.ts'

/**
 * A record as one of its parties sees it: the whole form, the downloads, and the photos and IDs of both while they
 * exist. The creator needs a paid plan to see those of the third party. The third party sees those of the creator, who
 * agreed to that by signing (OWNER-4), but not in the browser that has just submitted (RECORD-74).
 */
export async function showRecord(platform: Platform, reader: Reader): Promise<RecordView> {
  const { database } = platform
  const { party, row, submission } = reader
  const [creator, tier, sealed, copies, withdrawal, files, checkCode, holds] = await Promise.all([
    findAddress(database, row.userId),
    readTier(database, row.userId, platform.logger),
    listSealedDocuments(database, row.id),
    listCopiesAmong(database, [row.id]),
    findFirstEvent(database, row.id, 'withdrawn'),
    listDocuments(database, row),
    findCheckCode(database, row.id),
    listHolds(database, row.id),
  ])
  const now = platform.clock.now()
  const filesDestroyedAt = computeFilesDestroyedAt(platform.settings, row.verifiedAt)
  const creatorsLock = findThirdPartyDocumentsLock(tier)
  await noteRepeatableEvent(platform, {
    verificationId: row.id,
    event: 'viewed',
    actor: party,
    at: now,
    detail: { status: row.status, ...describeOpening(reader) },
  })
  return {
    party,
    form: await presentForm(platform, row, party),
    thirdPartyEmail: row.thirdPartyEmail,
    creatorOpens: creator === null ? 'never' : creatorsLock === null ? 'now' : 'on_a_plan',
    record: showSealed(pickNewest(sealed, 'record'), copies, now),
    withdrawal: showSealed(pickNewest(sealed, 'withdrawal'), copies, now),
    isSealLate: isSealLate(sealed, row.verifiedAt, withdrawal?.at ?? null, now),
    withdrawn: withdrawal && {
      at: withdrawal.at.toISOString(),
      by: withdrawal.actor === 'creator' ? 'creator' : 'third_party',
    },
    documents: showDocuments(platform, reader, files, { creatorsLock, now }),
    ...presentHolds(holds, now),
    filesDestroyedAt: filesDestroyedAt.toISOString(),
    checkUrl: buildCheckUrl(platform.settings.publicUrl, checkCode ?? ''),
    accessEndsAt: submission?.expiresAt.toISOString() ?? null,
    can: {
      withdraw: row.status === 'verified',
      hold:
        submission === null &&
        row.status === 'verified' &&
        canBeHeld(files, filesDestroyedAt, now) &&
        !holds.some((hold) => hold.party === party) &&
        !hasLeft(party, row, creator),
    },
  }
}

/** Whether a document that should be sealed by now isn't. */
function isSealLate(
  sealed: readonly SealedRow[],
  verifiedAt: Date,
  withdrawnAt: Date | null,
  now: Date,
): boolean {
  const isLate = (document: SealedKind, due: Date | null) =>
    due !== null &&
    pickNewest(sealed, document) === null &&
    now.getTime() - due.getTime() > sealOverdueAfterMs
  return isLate('record', verifiedAt) || isLate('withdrawal', withdrawnAt)
}

function pickNewest(sealed: readonly SealedRow[], document: SealedKind): SealedRow | null {
  return sealed.findLast((candidate) => candidate.document === document) ?? null
}

function showSealed(
  row: SealedRow | null,
  copies: readonly ArchivedRow[],
  now: Date,
): SealedDocumentView | null {
  if (!row) return null
  const { sealedAt, revision, timestampState, pdfSha256 } = row
  const copy = copies.findLast(isCopyOf(row))
  return {
    sealedAt: sealedAt.toISOString(),
    revision,
    timestamp: timestampState,
    pdfSha256,
    archived: copy ? describeProtection(copy, now) : null,
  }
}

/**
 * The four documents, with addresses that last no longer than the reader's way in.
 *
 * @param creatorsLock what the creator still needs to open the third party's files; null if nothing
 */
function showDocuments(
  platform: Platform,
  { party, row, submission }: Reader,
  files: readonly DocumentRow[],
  { creatorsLock, now }: { creatorsLock: DocumentLock | null; now: Date },
): RecordView['documents'] {
  const isCreator = party === 'creator'
  const leftSeconds = submission ? (submission.expiresAt.getTime() - now.getTime()) / 1000 : Infinity
  const lifeSeconds = Math.min(signedUrlLife.viewPageSeconds, leftSeconds)
  const creators = { isOwner: isCreator, lock: null }
  const thirdPartys = { isOwner: !isCreator, lock: isCreator ? creatorsLock : null }
  const show = (id: string | null, reader: typeof thirdPartys) =>
    showDocument(platform, files, id, reader, lifeSeconds)
  const showCreators = (id: string | null): DocumentView | null => {
    const view = show(id, creators)
    return submission && view?.state === 'open' ? { state: 'awaits_link' } : view
  }
  return {
    creatorSelfie: showCreators(row.selfieDocumentId),
    creatorId: showCreators(row.idDocumentId),
    thirdPartySelfie: show(row.thirdPartySelfieDocumentId, thirdPartys),
    thirdPartyId: show(row.thirdPartyIdDocumentId, thirdPartys),
  }
}
