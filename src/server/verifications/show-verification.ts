import type { HowKnown } from '../../contract/evidence.ts'
import type { OwnerView, ValidUntil, VerificationForm } from '../../contract/verification.ts'
import {
  type KnownFact,
  listKnownFacts,
  listPartyFacts,
  type PartyEvidence,
} from '../../domain/evidence/known-facts.ts'
import { findThirdPartyDocumentsLock } from '../../domain/plan/plan-limits.ts'
import { currentRecordFormat, type Party, type RecordFormat } from '../../domain/record/record.ts'
import { computeValidUntil } from '../../domain/verification/validity.ts'
import { isRecord } from '../../domain/verification/verification.ts'
import { findAddress } from '../accounts/index.ts'
import { noteRepeatableEvent } from '../audit/index.ts'
import { listDocumentsById, showDocument } from '../documents/index.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { readTier } from '../plans/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import { toShownPhone } from '../platform/phone-numbers/index.ts'
import type { Platform } from '../platform/platform.ts'
import { showConsentText } from './consent-texts.ts'
import { describeInvitation, findNewestInvitation } from './invitation.ts'
import { findOwnVerification, toAsksFor, type VerificationRow } from './store.ts'

/**
 * The owner's view of their verification, with links to the documents that are valid for 7200 s. Not found for all
 * others. The third party's documents are included once verified, and locked without a paid tier (OWNER-4).
 */
export async function showVerification(
  platform: Platform,
  userId: string,
  id: string,
): Promise<OwnerView | Refusal> {
  const row = await findOwnVerification(platform.database, id, userId)
  if (!row) return refuse('verification_not_visible')
  const documents = await showDocuments(platform, row)
  await noteRepeatableEvent(platform, {
    verificationId: id,
    event: 'viewed',
    actor: 'creator',
    at: platform.clock.now(),
    detail: { status: row.status },
  })
  return {
    ...(await presentForm(platform, row, 'creator')),
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

/** The fields of a verification that both parties see, with the consent text of one of them. */
export async function presentForm(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  row: VerificationRow,
  reader: Party,
): Promise<VerificationForm> {
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
    ...presentTexts(row, reader),
    validity: row.validity,
    validUntil: presentValidUntil(row, clock.now()),
    thirdPartySignature: row.thirdPartySignature,
    thirdPartySignatureDate: row.thirdPartySignatureDate,
    asksFor: toAsksFor(row),
    howKnown: await readHowKnown(database, row),
  }
}

/**
 * The texts as one of the parties sees them. Before the third party has signed, nothing that the creator sees depends on
 * the third party's language (FORM-30).
 */
function presentTexts(row: VerificationRow, reader: Party) {
  const creatorLanguage = row.consentLanguage ?? 'en'
  const creators = showConsentText(row, creatorLanguage)
  const isSigned = row.thirdPartySignature !== null
  const thirdPartys = isSigned
    ? showConsentText(row, row.thirdPartyConsentLanguage ?? 'en')
    : showConsentText(row)
  const [own, other] = reader === 'creator' ? [creators, thirdPartys] : [thirdPartys, creators]
  const isOther = isSigned && own?.language !== other?.language
  return { consentText: own, otherConsentText: isOther ? other : null, creatorLanguage }
}

/** Until when a consent is valid, by the server's clock (VALID-5). */
export function presentValidUntil(
  { validity, verifiedAt, withdrawnAt }: Pick<VerificationRow, 'validity' | 'verifiedAt' | 'withdrawnAt'>,
  now: Date,
): ValidUntil {
  const end = verifiedAt && computeValidUntil(validity, verifiedAt)
  if (!end || (withdrawnAt && withdrawnAt < end)) return null
  return { at: end.toISOString(), isOver: end <= now }
}

/**
 * How each fact of a verification is known: for both people once it is complete, and only for the creator before. A
 * completed verification states the facts at its completion; before that, the creator's mailbox has its current state.
 */
export async function readHowKnown(q: Queryable, row: VerificationRow): Promise<HowKnown> {
  if (isRecord(row.status)) {
    return {
      known: listRecordFacts(row),
      sources: listRecordSources(row),
      shared: row.shared,
      format: readRecordFormat(row),
    }
  }
  const mailboxAt = (await findAddress(q, row.userId))?.confirmedAt ?? null
  const creator = gatherCreatorEvidence({ ...row, creatorMailboxAt: mailboxAt })
  return {
    known: listPartyFacts('creator', creator),
    sources: { creator: row.creatorSources, thirdParty: [] },
    shared: [],
    format: currentRecordFormat,
  }
}

/** The format of a completed verification's record. */
export function readRecordFormat({ recordFormat }: Pick<VerificationRow, 'recordFormat'>): RecordFormat {
  return recordFormat ?? 'sealed-record/2'
}

/** The facts of a completed verification, from its row alone. */
export function listRecordFacts(row: VerificationRow): KnownFact[] {
  return listKnownFacts({ creator: gatherCreatorEvidence(row), thirdParty: gatherThirdPartyEvidence(row) })
}

/** The evidence of each party, as the record contains it. */
export function listRecordSources({
  creatorSources,
  thirdPartySources,
}: VerificationRow): HowKnown['sources'] {
  return { creator: creatorSources, thirdParty: thirdPartySources }
}

function gatherCreatorEvidence(row: VerificationRow): PartyEvidence {
  return gatherPartyEvidence({
    declaredAt: row.createdAt,
    hasPhoto: row.selfieDocumentId !== null,
    codeAt: row.creatorMailboxAt,
    sources: row.creatorSources,
  })
}

function gatherThirdPartyEvidence(row: VerificationRow): PartyEvidence {
  return gatherPartyEvidence({
    declaredAt: row.verifiedAt ?? row.createdAt,
    hasPhoto: row.thirdPartySelfieDocumentId !== null,
    codeAt: row.emailProof === 'code' ? row.thirdPartyMailboxAt : null,
    sources: row.thirdPartySources,
  })
}

function gatherPartyEvidence(given: {
  declaredAt: Date
  hasPhoto: boolean
  codeAt: Date | null
  sources: PartyEvidence['sources']
}): PartyEvidence {
  const declaredAt = given.declaredAt.toISOString()
  return {
    declaredAt,
    photoAt: given.hasPhoto ? declaredAt : null,
    mailbox:
      given.codeAt === null
        ? { step: 'typed', at: declaredAt }
        : { step: 'code', at: given.codeAt.toISOString() },
    sources: given.sources,
  }
}
