import type { OwnerView } from '../../contract/verification.ts'
import { findThirdPartyDocumentsLock } from '../../domain/plan/file-size.ts'
import { noteOnceInAWhile } from '../audit/index.ts'
import { listDocumentsById, showDocument } from '../documents/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { readTier } from '../plans/index.ts'
import { toShownPhone } from '../platform/phone-numbers/index.ts'
import type { Platform } from '../platform/platform.ts'
import { describeInvitation, findNewestInvitation } from './invitation.ts'
import { presentForm } from './present-form.ts'
import { findOwnVerification, type VerificationRow } from './store.ts'

/**
 * The owner's view of their verification, with links to the documents that live 7200 s. For everybody else it does not exist.
 * The third party's documents are there once verified, and locked without a paid tier (OWNER-4).
 */
export async function showVerification(
  platform: Platform,
  userId: string,
  id: string,
): Promise<OwnerView | Refusal> {
  const row = await findOwnVerification(platform.database, id, userId)
  if (!row) return refuse('verification_not_visible')
  const documents = await showDocuments(platform, row)
  await noteOnceInAWhile(platform, {
    verificationId: id,
    event: 'viewed',
    actor: 'creator',
    at: platform.clock.now(),
    detail: { status: row.status },
  })
  return {
    ...(await presentForm(platform.database, row)),
    thirdPartyEmail: row.thirdPartyEmail,
    thirdPartyPhone: row.thirdPartyPhone && toShownPhone(row.thirdPartyPhone),
    detailsErasedAt: row.invitedErasedAt?.toISOString() ?? null,
    verificationLink: row.verificationLink,
    emailProof: row.emailProof,
    invitation: describeInvitation(row, await findNewestInvitation(platform.database, row.id)),
    documents,
  }
}

async function showDocuments(platform: Platform, row: VerificationRow): Promise<OwnerView['documents']> {
  const ids = [
    row.selfieDocumentId,
    row.idDocumentId,
    row.thirdPartySelfieDocumentId,
    row.thirdPartyIdDocumentId,
  ].filter((id) => id !== null)
  const [documents, tier] = await Promise.all([
    listDocumentsById(platform.database, ids),
    readTier(platform.database, row.userId, platform.logger),
  ])
  const lock = findThirdPartyDocumentsLock(tier)
  const own = { isOwner: true, lock: null }
  const theirs = { isOwner: false, lock }
  return {
    selfie: showDocument(platform, documents, row.selfieDocumentId, own),
    id: showDocument(platform, documents, row.idDocumentId, own),
    thirdPartySelfie: showDocument(platform, documents, row.thirdPartySelfieDocumentId, theirs),
    thirdPartyId: showDocument(platform, documents, row.thirdPartyIdDocumentId, theirs),
  }
}
