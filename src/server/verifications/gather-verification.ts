import type { VerificationFile } from '../../contract/personal-data.ts'
import type { Party } from '../../domain/record/record.ts'
import { isRecord } from '../../domain/verification/verification.ts'
import type { Queryable } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findDeclineReason } from './end-verification.ts'
import { findPrivateNo } from './private-no.ts'
import { listKeptMarks } from './shared.ts'
import type { VerificationRow } from './store.ts'

/**
 * What a verification's own tables hold, as one of its two people may see it in a copy of their data. Of the other
 * person's data it contains only what the product shows this person: signed statements once there is a record, which
 * contains both.
 */
export async function gatherVerification(
  platform: Pick<Platform, 'database' | 'signing'>,
  row: VerificationRow,
  role: Party,
) {
  const { database } = platform
  return {
    ...gatherCommonPart(row),
    ...(role === 'creator'
      ? { creator: await gatherCreatorPart(database, row), ...nothingOfThirdParty }
      : { creator: null, ...(await gatherThirdPartysOwn(platform, row)) }),
    thirdParty: role === 'third_party' || isRecord(row.status) ? gatherThirdPartyPart(row) : null,
  } satisfies Partial<VerificationFile>
}

function gatherCommonPart(row: VerificationRow) {
  return {
    type: row.type,
    status: row.status,
    createdAt: row.createdAt,
    verifiedAt: row.verifiedAt,
    consentTextVersion: row.consentTextVersion,
    validity: row.validity,
    platformName: row.platformName,
    additionalTerms: row.additionalInformation,
    shared: row.shared,
    detailsErasedAt: row.invitedErasedAt,
    /** The creator's entries about the person they asked (`src/contract/fields.ts`). */
    invited: {
      name: row.thirdPartyName,
      socialMediaName: row.thirdPartySocialMediaName,
      ageOnPlatform: row.thirdPartyPlatformAge,
      ageClaimed: row.thirdPartyClaimedAge,
      email: row.thirdPartyEmail,
      phone: row.thirdPartyPhone,
    },
  }
}

async function gatherCreatorPart(q: Queryable, row: VerificationRow) {
  return {
    fullName: row.fullName,
    dateOfBirth: row.dateOfBirth,
    signature: row.signature,
    signedOn: row.signatureDate,
    link: row.verificationLink,
    consentLanguage: row.consentLanguage,
    consentSha256: row.consentSha256,
    sources: row.creatorSources,
    keptToCompare: await listKeptMarks(q, row.id),
  }
}

function gatherThirdPartyPart(row: VerificationRow) {
  return {
    signature: row.thirdPartySignature,
    signedOn: row.thirdPartySignatureDate,
    statesAdult: row.verifiedAt === null ? null : (true as const),
    consentLanguage: row.thirdPartyConsentLanguage,
    consentSha256: row.thirdPartyConsentSha256,
    sources: row.thirdPartySources,
  }
}

/** What no creator's copy has, whether or not the third party declined, privately or with a reason. */
const nothingOfThirdParty = { saidNoAt: null, declineReason: null, language: null }

async function gatherThirdPartysOwn(platform: Pick<Platform, 'database' | 'signing'>, row: VerificationRow) {
  return {
    saidNoAt: await findPrivateNo(platform, platform.database, row),
    declineReason: await findDeclineReason(platform.database, row.id),
    language: row.thirdPartyLanguage,
  }
}
