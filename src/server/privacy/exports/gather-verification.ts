import { type VerificationFile, verificationFileSchema } from '../../../contract/personal-data.ts'
import type { Party } from '../../../domain/record/record.ts'
import { isRecord } from '../../../domain/verification/status.ts'
import { readTrail } from '../../audit/index.ts'
import { gatherReadings } from '../../document-readings/index.ts'
import { listFiles, type OwnFile } from '../../documents/index.ts'
import { gatherChecks } from '../../identity-checks/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { listMailsAbout } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { gatherHolds, listSealedFiles } from '../../records/index.ts'
import { findVerification, listKeptMarks, type VerificationRow } from '../../verifications/index.ts'
import { gatherWallet } from '../../wallets/index.ts'
import { pickTypedAbout } from '../typed-about.ts'
import { writeJsonFile } from './json-file.ts'
import { describeUpload } from './own-uploads.ts'

/** A verification as one of its two people has it: its JSON file, and the files beside that. */
export type GatheredVerification = {
  folder: string
  json: Uint8Array
  uploads: OwnFile[]
  sealed: Awaited<ReturnType<typeof listSealedFiles>>
}

/**
 * What is held about somebody by one verification, and nothing of the other person beyond what the product shows this one: their photos, IDs
 * and readings stay out; what they signed is in as soon as there is a record, which says it to both.
 */
export async function gatherVerification(
  { database }: Pick<Platform, 'database'>,
  id: string,
  role: Party,
): Promise<GatheredVerification | null> {
  const row = await findVerification(database, id)
  if (!row) return null
  const folder = `verifications/${id}`
  const owner = role === 'creator' ? { userId: row.userId } : { verificationId: id }
  const isOfThis = ({ id }: { id: string }) =>
    role === 'third_party' || id === row.selfieDocumentId || id === row.idDocumentId
  const uploads = (await listFiles(database, owner)).filter(isOfThis)
  const sealed = isRecord(row.status) ? await listSealedFiles(database, id) : []
  const none = { proofs: [], requests: [] }
  const file: VerificationFile = {
    format: 'personal-data/1',
    kind: 'verification',
    id,
    role,
    ...gatherCommonParts(row),
    creator: role === 'creator' ? await gatherCreatorPart(database, row) : null,
    thirdParty: role === 'third_party' || isRecord(row.status) ? gatherThirdPartyPart(row) : null,
    documents: uploads.map((upload) => describeUpload(upload, folder)),
    // A creator's are with the account: they were made before there was a verification.
    readings: role === 'creator' ? [] : await gatherReadings(database, owner),
    checks: role === 'creator' ? [] : await gatherChecks(database, owner),
    wallet: role === 'creator' ? none : await gatherWallet(database, owner),
    mails: role === 'creator' ? [] : await listMailsAbout(database, id),
    trail: await readTrail(database, id, role),
    holds: await gatherHolds(database, id),
    files: sealed.map(({ name }) => name),
  }
  return { folder, json: writeJsonFile(verificationFileSchema, file), uploads, sealed }
}

function gatherCommonParts(row: VerificationRow) {
  return {
    type: row.type,
    status: row.status,
    createdAt: row.createdAt,
    verifiedAt: row.verifiedAt,
    consentTextVersion: row.consentTextVersion,
    platformName: row.platformName,
    additionalTerms: row.additionalInformation,
    shared: row.shared,
    detailsErasedAt: row.invitedErasedAt,
    invited: pickTypedAbout(row),
  }
}

async function gatherCreatorPart(q: Queryable, row: VerificationRow) {
  return {
    fullName: row.fullName,
    dateOfBirth: row.dateOfBirth,
    signature: row.signature,
    signedOn: row.signatureDate,
    link: row.verificationLink,
    sources: row.creatorSources,
    keptToCompare: await listKeptMarks(q, row.id),
  }
}

function gatherThirdPartyPart(row: VerificationRow) {
  return {
    signature: row.thirdPartySignature,
    signedOn: row.thirdPartySignatureDate,
    statesAdult: row.verifiedAt === null ? null : (true as const),
    sources: row.thirdPartySources,
  }
}
