import type { ThirdPartyView } from '../../contract/third-party.ts'
import { computeDocumentMaxBytes, signedUrlLife } from '../../domain/document/document.ts'
import { getTierMaxFileBytes, mayOpenThirdPartyDocuments } from '../../domain/plan/file-size.ts'
import { findNewestUpload, presentDocument } from '../documents/index.ts'
import type { ClientTraces } from '../http/client-traces.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { readTier } from '../plans/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findVerification, presentForm } from '../verifications/index.ts'
import type { GatePass } from './policy.ts'
import { gatherShared, gatherThirdPartySources } from './third-party-sources.ts'

/** The form as the proven third party reads it, with what they uploaded so far. */
export async function showForm(
  platform: Platform,
  pass: GatePass,
  traces: ClientTraces,
): Promise<ThirdPartyView | Refusal> {
  const { database } = platform
  const row = await findVerification(database, pass.verificationId)
  if (!row) return refuse('verification_not_found')
  const [tier, selfie, id] = await Promise.all([
    readTier(database, row.userId, platform.logger),
    findNewestUpload(database, row.id, 'selfie'),
    findNewestUpload(database, row.id, 'id'),
  ])
  const tierMaxBytes = getTierMaxFileBytes(tier)
  return {
    ...(await presentForm(database, row)),
    limits: {
      imageMaxBytes: computeDocumentMaxBytes('image/jpeg', tierMaxBytes),
      pdfMaxBytes: computeDocumentMaxBytes('application/pdf', tierMaxBytes),
    },
    creatorOpensFiles: mayOpenThirdPartyDocuments(tier),
    given: await gatherThirdPartySources(database, row, {
      idDocumentId: id?.id ?? null,
      signature: row.thirdPartyName,
      day: null,
    }),
    shared: await gatherShared(platform, database, row.id, { idDocumentId: id?.id ?? null, traces }),
    uploads: {
      selfie: selfie && presentDocument(platform, selfie, signedUrlLife.singleSeconds),
      id: id && presentDocument(platform, id, signedUrlLife.singleSeconds),
    },
  }
}
