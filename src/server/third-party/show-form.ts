import type { ThirdPartyView } from '../../contract/third-party.ts'
import { documentMaxBytes, signedUrlLife } from '../../domain/document/document.ts'
import { mayOpenThirdPartyDocuments, tierMaxFileBytes } from '../../domain/plan/file-size.ts'
import { newestUpload, presentDocument } from '../documents/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { readTier } from '../plans/index.ts'
import type { Platform } from '../platform/platform.ts'
import { presentForm, verificationById } from '../verifications/index.ts'
import type { GatePass } from './policy.ts'
import { thirdPartySources } from './third-party-sources.ts'

/** The form as the proven third party reads it, with what they uploaded so far. */
export async function showForm(platform: Platform, pass: GatePass): Promise<ThirdPartyView | Refusal> {
  const { database } = platform
  const row = await verificationById(database, pass.verificationId)
  if (!row) return refuse('verification_not_found')
  const [tier, selfie, id] = await Promise.all([
    readTier(database, row.userId, platform.logger),
    newestUpload(database, row.id, 'selfie'),
    newestUpload(database, row.id, 'id'),
  ])
  const tierMaxBytes = tierMaxFileBytes(tier)
  return {
    ...(await presentForm(database, row)),
    limits: {
      imageMaxBytes: documentMaxBytes('image/jpeg', tierMaxBytes),
      pdfMaxBytes: documentMaxBytes('application/pdf', tierMaxBytes),
    },
    creatorOpensFiles: mayOpenThirdPartyDocuments(tier),
    given: await thirdPartySources(database, row, {
      idDocumentId: id?.id ?? null,
      signature: row.thirdPartyName,
      day: null,
    }),
    uploads: {
      selfie: selfie && presentDocument(platform, selfie, signedUrlLife.singleSeconds),
      id: id && presentDocument(platform, id, signedUrlLife.singleSeconds),
    },
  }
}
