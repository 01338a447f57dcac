import type { VerificationForm } from '../../contract/verification.ts'
import type { Queryable } from '../platform/database/index.ts'
import { readHowKnown } from './how-known.ts'
import { toAsksFor, type VerificationRow } from './store.ts'

/** What both parties read of a verification. */
export async function presentForm(q: Queryable, row: VerificationRow): Promise<VerificationForm> {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    fullName: row.fullName,
    dateOfBirth: row.dateOfBirth,
    signature: row.signature,
    signatureDate: row.signatureDate,
    thirdPartyName: row.thirdPartyName,
    thirdPartySocialMediaName: row.thirdPartySocialMediaName,
    thirdPartyPlatformAge: row.thirdPartyPlatformAge,
    thirdPartyClaimedAge: row.thirdPartyClaimedAge,
    platformName: row.platformName,
    additionalInformation: row.additionalInformation,
    consentTextVersion: row.consentTextVersion,
    thirdPartySignature: row.thirdPartySignature,
    thirdPartySignatureDate: row.thirdPartySignatureDate,
    asksFor: toAsksFor(row),
    howKnown: await readHowKnown(q, row),
  }
}
