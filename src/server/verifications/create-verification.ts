import { randomUUID } from 'node:crypto'
import { type Creation, makeCreationSchema } from '../../contract/creation.ts'
import type { FieldError, ProblemCode } from '../../contract/problem.ts'
import type { CreatedVerification, ShownConsentText } from '../../contract/verification.ts'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import type { JsonValue } from '../../domain/canonical-json.ts'
import type { DocumentCategory } from '../../domain/document.ts'
import { canBeAsked, doesReplaceId, type EvidenceSource, isPossible } from '../../domain/evidence/evidence.ts'
import { judgeAgeStep } from '../../domain/evidence/known-facts.ts'
import { currentConsentTextVersion } from '../../domain/verification/consent-text.ts'
import { create } from '../../domain/verification/transition.ts'
import { defaultValidity } from '../../domain/verification/validity.ts'
import {
  type VerificationKind,
  verificationKinds,
  writeVerificationLink,
} from '../../domain/verification/verification.ts'
import { findStepFault, type StepFault } from '../../domain/verification/wizard.ts'
import accountMessages from '../../words/en/account-messages.ts'
import { queueForUser } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import {
  attachDocument,
  type DocumentRow,
  hasPendingReading,
  hasUnderAgeReading,
  lockReadings,
  takeDocumentMark,
  wasReadingShown,
} from '../documents/index.ts'
import type { ClientTraces } from '../http/client.ts'
import { isRefusal, type Refusal, refuse, validate } from '../http/problem.ts'
import { doOnce } from '../idempotency.ts'
import { isCheckedUnderAge } from '../identity-checks/index.ts'
import { announceChange } from '../live/index.ts'
import { consumeAllowance } from '../plans/index.ts'
import { Rollback, type Transaction, transactOrRollBack } from '../platform/database/index.ts'
import { toStoredPhone } from '../platform/phone-numbers/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findShownText } from './consent-texts.ts'
import { endDraft, lockDraft } from './drafts.ts'
import { invite } from './invitation.ts'
import { isOwnAddress, markTraces } from './shared.ts'
import { gatherCreatorSources } from './sources.ts'
import { insertVerification } from './store.ts'

/**
 * Makes a pending verification with its link.
 *
 * One transaction spends the allowance, attaches the creator's documents, adds the verification, deletes the draft,
 * begins the trail and invites the third party; a refusal or a crash undoes everything. If the third party couldn't be
 * invited by mail, the answer says why; that isn't a refusal.
 *
 * @param traces compared with the third party's traces until the request ends
 * @param key the Idempotency-Key of the request: a repeated request with it changes nothing more; null: every request
 * counts
 */
export async function createVerification(
  platform: Platform,
  userId: string,
  creation: Creation,
  traces: ClientTraces,
  key: string | null,
): Promise<CreatedVerification | Refusal> {
  return transactOrRollBack<CreatedVerification | Refusal, Refusal>(platform.database, async (tx) => {
    const at = platform.clock.now()
    const work = () => add(platform, tx, { userId, creation, traces, at })
    const payload = pickWanted(creation)
    const made = await (key === null ? work() : doOnce(tx, { userId, key, payload, at }, work))
    // Also when the first answer was lost and the draft was saved again since.
    if (!isRefusal(made)) await endDraft(platform, tx, { userId, kind: creation.type })
    return made
  })
}

/** The members that version 0.2.0 doesn't know, with their defaults. */
const newDefaults: Partial<Record<string, unknown>> = {
  validity: defaultValidity,
  keptProofId: null,
  consentTextLanguage: null,
  consentTextSha256: null,
}

/**
 * What is to be created: without the displayed reading, which may change before the same request is sent again, and
 * without new members that have their default, as version 0.2.0 stores it. So a request that is sent again to the other
 * version gets the first answer.
 */
function pickWanted(creation: Creation): { [member: string]: JsonValue } {
  return Object.fromEntries(
    Object.entries(creation).filter(
      ([name, value]) => name !== 'shownReading' && newDefaults[name] !== value,
    ),
  )
}

/** Does the creation itself. Throws `Rollback` with the refusal. */
async function add(
  platform: Platform,
  tx: Transaction,
  { userId, creation, traces, at }: { userId: string; creation: Creation; traces: ClientTraces; at: Date },
): Promise<CreatedVerification> {
  // Not before this: the first answer is repeated also to a page with an earlier text.
  const text = findShownText({ ...creation, consentTextVersion: currentConsentTextVersion }, creation)
  if (!text) throw new Rollback(refuse('consent_text_changed'))
  const can = {
    readDocuments: platform.documentReader !== null,
    askWallets: platform.wallets.offered.length > 0,
    askVouchers: platform.vouchers.offered.length > 0,
    askVoucherNames: platform.vouchers.offered.some(({ hasName }) => hasName),
  }
  if (!canBeAsked(creation.asksFor, can)) throw new Rollback(refuse('asks_impossible'))
  const id = randomUUID()
  const link = writeVerificationLink(platform.settings.publicUrl, id, creation.type)
  // Until this is committed, the creator's other creations wait, and their address can't change to the third party's.
  // A closed account is refused.
  if (!(await queueForUser(tx, userId))) throw new Rollback(refuse('creation_authentication_required'))
  if (await isOwnAddress(tx, userId, creation.thirdPartyEmail)) throw new Rollback(refuse('own_address'))
  if (await isCheckedUnderAge(tx, { userId })) throw new Rollback(refuse('under_age'))
  const allowance = await consumeAllowance(tx, at, userId, creation.type)
  if (isRefusal(allowance)) throw new Rollback(allowance)
  // Locked before its files, in the same order as saving a draft.
  await lockDraft(tx, { userId, kind: creation.type })
  const documents = await attachOwn(tx, userId, creation, at)
  if (!(await wasOwnReadingShown(tx, creation))) throw new Rollback(refuse('reading_untold'))
  const { sources, identity } = await gatherCreatorSources(platform, tx, {
    userId,
    verificationId: id,
    creation,
    at,
  })
  const missing = findMissingEvidence(creation, documents, sources)
  if (missing) throw new Rollback(refuse(missing))
  const document = documents.id && (await takeDocumentMark(tx, documents.id.id))
  await insertVerification(tx, {
    ...toColumns(creation, text),
    marks: markTraces(platform.signing, id, { ...traces, document, identity }),
    creatorSources: sources,
    id,
    userId,
    verificationLink: link,
    createdAt: at,
    selfieDocumentId: documents.selfie?.id ?? null,
    idDocumentId: documents.id?.id ?? null,
  })
  await appendAuditEvent(tx, {
    verificationId: id,
    event: create().event,
    actor: create().by,
    at,
    detail: {
      type: creation.type,
      consentTextVersion: text.version,
      consentTextSha256: text.sha256,
      ...(documents.selfie ? { selfieSha256: documents.selfie.sha256 } : {}),
      ...(documents.id ? { idSha256: documents.id.sha256 } : {}),
      ageStep: judgeAgeStep(sources),
    },
  })
  const invitation = await invite(platform, tx, {
    verificationId: id,
    creatorId: userId,
    thirdPartyEmail: creation.thirdPartyEmail,
    actor: 'system',
  })
  await announceChange(tx, userId, { verificationId: id, status: create().to })
  // The members are in the order in which PostgreSQL stores a repeated answer.
  return { id, invitation, verificationLink: link }
}

async function attachOwn(
  tx: Transaction,
  userId: string,
  creation: Creation,
  at: Date,
): Promise<{ selfie: DocumentRow | null; id: DocumentRow | null }> {
  if (creation.type === 'person') return { selfie: null, id: null }
  // Locked before their document, in the same order as removing it.
  if (creation.idDocumentId) await lockReadings(tx, [creation.idDocumentId])
  // The ID's file is already gone, so the check below would report the wrong reason.
  if (creation.idDocumentId && (await hasUnderAgeReading(tx, creation.idDocumentId)))
    throw new Rollback(refuse('under_age'))
  // The pending reading may prevent the creation.
  const owner = { userId }
  if (await hasPendingReading(tx, owner)) throw new Rollback(refuse('reading_under_way'))
  const take = async (id: string | null, category: DocumentCategory) => {
    if (id === null) return null
    const document = await attachDocument(tx, { id, owner, category, at })
    if (!document) throw new Rollback(refuse('document_unknown'))
    return document
  }
  return {
    selfie: await take(creation.selfieDocumentId, 'selfie'),
    id: await take(creation.idDocumentId, 'id'),
  }
}

async function wasOwnReadingShown(tx: Transaction, creation: Creation): Promise<boolean> {
  if (creation.type === 'person' || creation.idDocumentId === null) return true
  const { idDocumentId: documentId, fullName, dateOfBirth, signatureDate: day, shownReading } = creation
  return wasReadingShown(tx, { documentId, claims: { fullName, dateOfBirth }, day }, shownReading)
}

/**
 * Finds the missing evidence of an age verification's creator: a photo and an ID, or instead of them the proof of
 * a wallet or voucher, or a kept proof.
 */
function findMissingEvidence(
  creation: Creation,
  documents: { selfie: DocumentRow | null; id: DocumentRow | null },
  sources: readonly EvidenceSource[],
): ProblemCode | null {
  if (creation.type === 'person') return null
  const { face, keptInstead } = creation.asksFor
  const hasProof = sources.some((source) => source.step === 'wallet' || 'by' in source)
  if (creation.walletProofId !== null && !hasProof) return 'wallet_proof_missing'
  if (creation.keptProofId !== null) {
    const isKnown = sources.some((source) => source.step === 'document' && source.kept)
    // The record states that no picture was given with a kept proof.
    const isAlone = !documents.selfie && !documents.id
    return isKnown && isAlone && keptInstead ? null : 'kept_proof_unusable'
  }
  const isProven = sources.some((source) => doesReplaceId(source, creation.asksFor))
  if (face && !documents.selfie) return 'step_photo'
  return documents.id || isProven ? null : 'step_sign_date_id'
}

function toColumns(creation: Creation, text: ShownConsentText) {
  const { type, fullName, dateOfBirth, signature, signatureDate, consentTextVersion, validity } = creation
  const { thirdPartyName, thirdPartySocialMediaName, thirdPartyEmail, platformName, additionalInformation } =
    creation
  return {
    type,
    fullName,
    dateOfBirth,
    signature,
    signatureDate,
    consentTextVersion,
    consentLanguage: text.language,
    consentSha256: text.sha256,
    validity,
    thirdPartyName,
    thirdPartySocialMediaName,
    thirdPartyEmail,
    platformName,
    additionalInformation,
    asksAge: creation.asksFor.age,
    asksWalletInsteadOfId: creation.asksFor.walletInsteadOfId,
    asksVoucherInsteadOfId: creation.asksFor.voucherInsteadOfId === true,
    asksWalletName: creation.asksFor.walletName === true,
    asksFace: creation.asksFor.face,
    asksKeptInstead: creation.asksFor.keptInstead === true,
    thirdPartyPlatformAge: creation.type === 'age' ? creation.thirdPartyPlatformAge : null,
    thirdPartyClaimedAge: creation.type === 'age' ? creation.thirdPartyClaimedAge : null,
    thirdPartyPhone: creation.type === 'person' ? parsePhone(creation.thirdPartyPhone) : null,
  }
}

/**
 * The number in its stored form. A number without a country, which only the two people can complete, stays as typed.
 */
function parsePhone(typed: string | null): string | null {
  return typed === null ? null : (toStoredPhone(typed) ?? typed)
}

/**
 * A valid creation, or the refusal that the wizard would have shown: the first step check that fails, in the specified
 * order, then all other errors at once.
 *
 * @param now determines which day a signature may have, and with it the day for which the creator's exact age is
 * computed
 */
export function readCreationRequest(body: unknown, now: Date): Creation | Refusal {
  const fault = findFirstStepFault(body)
  if (fault) return refuse(fault)
  const creation = validate(makeCreationSchema(now, readText(body, 'signatureDate')), body)
  if (isRefusal(creation))
    return isUnderAge(creation.errors ?? [], body) ? { ...creation, refused: 'under_age' } : creation
  if (!isPossible(creation.asksFor)) return refuse('asks_impossible')
  return creation
}

function findFirstStepFault(body: unknown): StepFault | null {
  const kind = parseKind(body)
  if (!kind) return null
  // Files that a proof may replace are checked later, together with the proof.
  const namesProof = readText(body, 'walletProofId') !== '' || readText(body, 'keptProofId') !== ''
  const answers = {
    identityConsent: readField(body, 'identityConsent') === true,
    hasSelfie: readText(body, 'selfieDocumentId') !== '' || namesProof,
    fullName: readText(body, 'fullName'),
    dateOfBirth: readText(body, 'dateOfBirth'),
    thirdPartyName: readText(body, 'thirdPartyName'),
    thirdPartySocialMediaName: readText(body, 'thirdPartySocialMediaName'),
    platformName: readText(body, 'platformName'),
    signature: readText(body, 'signature'),
    signatureDate: readText(body, 'signatureDate'),
    hasIdDocument: readText(body, 'idDocumentId') !== '' || namesProof,
    thirdPartyEmail: readText(body, 'thirdPartyEmail'),
  }
  for (const step of [1, 2, 3, 4] as const) {
    const fault = findStepFault(kind, step, answers)
    if (fault) return fault
  }
  return null
}

function parseKind(body: unknown): VerificationKind | undefined {
  return verificationKinds.find((kind) => kind === readField(body, 'type'))
}

/** A text field of the body; other types count as missing. */
function readText(body: unknown, name: string): string {
  const value = readField(body, name)
  return typeof value === 'string' ? value : ''
}

function readField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? (body as Record<string, unknown>)[name]
    : undefined
}

/** Whether a valid birth date was refused, which means that the person is too young. */
function isUnderAge(errors: FieldError[], body: unknown): boolean {
  return (
    errors.some(({ path, message }) => path === 'dateOfBirth' && message === accountMessages.dateOfBirth) &&
    isCalendarDate(readText(body, 'dateOfBirth'))
  )
}
