import {
  listOddities,
  type Party,
  type RecordFacts,
  type RecordLanguages,
  type RecordOrigin,
  type RecordTexts,
  type WithdrawalFacts,
} from '../../../domain/record/record.ts'
import { findConsentText, type StatementName } from '../../../domain/verification/consent-text.ts'
import { computeValidUntil } from '../../../domain/verification/validity.ts'
import { listDocumentsById } from '../../documents/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  findSignedTexts,
  findVerification,
  listRecordFacts,
  listRecordSources,
  readRecordFormat,
  toAsksFor,
  type VerificationRow,
} from '../../verifications/index.ts'
import {
  buildCheckUrl,
  findCheckCode,
  findWithdrawalHoldEnd,
  readTrailPart,
  type SealedRow,
} from '../store.ts'
import { readCurrentHead } from '../transparency/log-store.ts'

type Parts = Pick<Platform, 'clock' | 'database' | 'sealer' | 'settings' | 'timeSource'>

/** The facts that a record of this verification states now. Throws if it was never verified, which is a bug. */
export async function gatherRecord(
  platform: Parts,
  verificationId: string,
  revision: number,
): Promise<RecordFacts> {
  const { database } = platform
  const row = await readVerifiedRow(database, verificationId)
  const [origin, trail, evidence] = await Promise.all([
    gatherOrigin(platform, row, revision),
    readTrailPart(database, verificationId, null, 'verified'),
    gatherEvidence(database, row),
  ])
  const signatures = gatherSignatures(row)
  const validUntil = computeValidUntil(row.validity, row.verifiedAt)
  const odd = listOddities({ signatures, evidence, shared: row.shared })
  return {
    ...origin,
    ...gatherTexts(row),
    document: 'record',
    kind: row.type,
    createdAt: row.createdAt.toISOString(),
    verifiedAt: row.verifiedAt.toISOString(),
    ...(validUntil ? { validUntil: validUntil.toISOString() } : {}),
    known: listRecordFacts(row),
    sources: listRecordSources(row),
    ...(odd.length > 0 ? { odd } : {}),
    asked: toAsksFor(row),
    creator: {
      fullName: row.fullName,
      dateOfBirth: row.dateOfBirth,
      emailConfirmed: row.creatorMailboxAt !== null,
    },
    thirdParty: {
      fullName: row.thirdPartyName,
      socialMediaName: row.thirdPartySocialMediaName,
      platformName: row.platformName,
      platformAge: row.thirdPartyPlatformAge,
      claimedAge: row.thirdPartyClaimedAge,
      email: row.thirdPartyEmail,
      emailProof: row.emailProof,
    },
    additionalTerms: row.additionalInformation,
    signatures,
    evidence,
    ...describeTrail(trail),
  }
}

/** The statements that a person has ticked. */
function listTicked({ type, additionalInformation }: VerificationRow, party: Party): StatementName[] {
  if (party === 'creator') return type === 'age' ? ['identity'] : []
  return [
    'identity',
    'adult',
    'willing',
    ...(additionalInformation === null ? [] : ['additionalTerms' as const]),
  ]
}

/** What both people signed of the service's words, as the record's format has it. */
function gatherTexts(row: VerifiedRow): RecordTexts {
  const languages = gatherLanguages(row)
  const ticked = { creator: listTicked(row, 'creator'), thirdParty: listTicked(row, 'third_party') }
  if (languages.format === 'sealed-record/4') {
    const { creator, thirdParty } = findSignedTexts(row)
    return {
      ...languages,
      consent: {
        creator: { ...creator, ticked: ticked.creator },
        thirdParty: { ...thirdParty, ticked: ticked.thirdParty },
      },
    }
  }
  const text = findConsentText(row)
  if (!text) throw new Error(`there is no consent text ${row.consentTextVersion}`)
  const { version, title, sections, statements } = text
  const write = (names: StatementName[]) => names.map((name) => statements[name])
  return {
    ...languages,
    consent: {
      version,
      title,
      sections,
      ticked: { creator: write(ticked.creator), thirdParty: write(ticked.thirdParty) },
    },
  }
}

function gatherLanguages(row: VerificationRow): RecordLanguages {
  const format = readRecordFormat(row)
  if (format !== 'sealed-record/4') return { format }
  const { creator, thirdParty } = findSignedTexts(row)
  const isOther = creator.language !== thirdParty.language
  return { format, language: creator.language, ...(isOther ? { alsoIn: thirdParty.language } : {}) }
}

function gatherSignatures(row: VerifiedRow): RecordFacts['signatures'] {
  return [
    {
      party: 'creator',
      signature: row.signature,
      printedName: row.fullName,
      signedOn: row.signatureDate,
      signedAt: row.createdAt.toISOString(),
    },
    {
      party: 'third_party',
      signature: row.thirdPartySignature,
      printedName: row.thirdPartyName,
      signedOn: row.thirdPartySignatureDate,
      signedAt: row.verifiedAt.toISOString(),
    },
  ]
}

/** The facts that the addendum about a withdrawal states. Throws without a withdrawal, which is a bug. */
export async function gatherWithdrawal(
  platform: Parts,
  verificationId: string,
  revision: number,
  records: readonly SealedRow[],
): Promise<WithdrawalFacts> {
  const { database } = platform
  const row = await readVerifiedRow(database, verificationId)
  const [origin, trail, heldUntil] = await Promise.all([
    gatherOrigin(platform, row, revision),
    readTrailPart(database, verificationId, 'verified', 'withdrawn'),
    findWithdrawalHoldEnd(database, verificationId),
  ])
  const withdrawal = trail.entries.at(-1)
  if (!withdrawal) throw new Error('there is no withdrawal')
  return {
    ...origin,
    ...gatherLanguages(row),
    document: 'withdrawal',
    kind: row.type,
    verifiedAt: row.verifiedAt.toISOString(),
    withdrawnAt: withdrawal.at,
    withdrawnBy: withdrawal.actor === 'creator' ? 'creator' : 'third_party',
    ...(heldUntil ? { filesHeldUntil: heldUntil.toISOString() } : {}),
    creatorName: row.fullName,
    thirdPartyName: row.thirdPartyName,
    records: records.map(({ revision: number, pdfSha256, sealedAt }) => ({
      revision: number,
      pdfSha256,
      sealedAt: sealedAt.toISOString(),
    })),
    ...describeTrail(trail),
  }
}

function describeTrail({ entries, leftOut }: Awaited<ReturnType<typeof readTrailPart>>) {
  return { auditTrail: entries, ...(leftOut > 0 ? { auditTrailLeftOut: leftOut } : {}) }
}

async function gatherOrigin(platform: Parts, row: VerificationRow, revision: number): Promise<RecordOrigin> {
  const { id: verificationId } = row
  const now = platform.clock.now()
  const [log, checkCode, clock] = await Promise.all([
    readCurrentHead(platform.database, now),
    findCheckCode(platform.database, verificationId),
    platform.timeSource.getState(),
  ])
  if (!checkCode) throw new Error('the verification is no record')
  return {
    checkUrl: buildCheckUrl(platform.settings.publicUrl, checkCode),
    verificationId,
    revision,
    drawnAt: now.toISOString(),
    clock,
    sealCertificateSha256: platform.sealer.certificateSha256,
    sealCertificateIssuer: platform.sealer.certificateIssuer,
    log,
  }
}

type VerifiedRow = VerificationRow & {
  [Field in 'verifiedAt' | 'emailProof' | 'thirdPartySignature' | 'thirdPartySignatureDate']: NonNullable<
    VerificationRow[Field]
  >
}

async function readVerifiedRow(q: Queryable, verificationId: string): Promise<VerifiedRow> {
  const row = await findVerification(q, verificationId)
  if (!row || !isVerified(row)) throw new Error('the verification was never completed')
  return row
}

function isVerified(row: VerificationRow): row is VerifiedRow {
  return (
    row.verifiedAt !== null &&
    row.emailProof !== null &&
    row.thirdPartySignature !== null &&
    row.thirdPartySignatureDate !== null
  )
}

/** The files that both parties submitted, the creator's first. */
async function gatherEvidence(q: Queryable, row: VerificationRow): Promise<RecordFacts['evidence']> {
  const owned = [
    ['creator', row.selfieDocumentId],
    ['creator', row.idDocumentId],
    ['third_party', row.thirdPartySelfieDocumentId],
    ['third_party', row.thirdPartyIdDocumentId],
  ] as const
  const documents = await listDocumentsById(
    q,
    owned.flatMap(([, id]) => (id === null ? [] : [id])),
  )
  return owned.flatMap(([party, id]) => {
    const document = documents.find((candidate) => candidate.id === id)
    if (!document) return []
    const { category, contentType, sha256, createdAt } = document
    return [
      {
        party,
        category,
        contentType,
        sha256,
        of: 'stored' as const,
        submittedAt: createdAt.toISOString(),
      },
    ]
  })
}
