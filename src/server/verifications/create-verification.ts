import { randomUUID } from 'node:crypto'
import { type Creation, makeCreationSchema } from '../../contract/creation.ts'
import type { FieldError, ProblemCode } from '../../contract/problem.ts'
import type { CreatedVerification } from '../../contract/verification.ts'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import type { DocumentCategory } from '../../domain/document.ts'
import { canBeAsked, type EvidenceSource, isPossible } from '../../domain/evidence/evidence.ts'
import { judgeAgeStep } from '../../domain/evidence/known-facts.ts'
import { currentConsentTextVersion } from '../../domain/verification/consent-text.ts'
import { create } from '../../domain/verification/transition.ts'
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
  doesSayUnderAge,
  hasPendingReading,
  takeDocumentMark,
} from '../documents/index.ts'
import type { ClientTraces } from '../http/client.ts'
import { isRefusal, type Refusal, refuse, validate } from '../http/problem.ts'
import { doOnce } from '../idempotency.ts'
import { isCheckedUnderAge } from '../identity-checks/index.ts'
import { announceChange } from '../live/index.ts'
import { consumeAllowance } from '../plans/index.ts'
import { type Transaction, transactOrUndo, Undo } from '../platform/database/index.ts'
import { toStoredPhone } from '../platform/phone-numbers/index.ts'
import type { Platform } from '../platform/platform.ts'
import { endDraft, lockDraft } from './drafts.ts'
import { invite } from './invitation.ts'
import { isOwnAddress, markTraces } from './shared.ts'
import { gatherCreatorSources } from './sources.ts'
import { insertVerification } from './store.ts'

/**
 * Makes a pending verification with its link.
 *
 * One transaction spends the allowance, binds the creator's documents, adds the verification, ends the draft, begins
 * the trail and invites the third party: a refusal, or a crash, leaves none of it. Whether the third party could be
 * invited by mail is part of the answer, and no refusal.
 *
 * @param traces what the third party's are compared with until the request ends
 * @param key the Idempotency-Key of the request, with which it may be sent again and changes nothing more; `null`:
 * every request counts
 */
export async function createVerification(
  platform: Platform,
  userId: string,
  creation: Creation,
  traces: ClientTraces,
  key: string | null,
): Promise<CreatedVerification | Refusal> {
  return transactOrUndo<CreatedVerification | Refusal, Refusal>(platform.database, async (tx) => {
    const at = platform.clock.now()
    const work = () => add(platform, tx, { userId, creation, traces, at })
    const made = await (key === null ? work() : doOnce(tx, { userId, key, payload: creation, at }, work))
    // Also where the first answer was lost and the draft saved once more since.
    if (!isRefusal(made)) await endDraft(platform, tx, { userId, kind: creation.type })
    return made
  })
}

/** The creation itself. Throws `Undo` where it is refused. */
async function add(
  platform: Platform,
  tx: Transaction,
  { userId, creation, traces, at }: { userId: string; creation: Creation; traces: ClientTraces; at: Date },
): Promise<CreatedVerification> {
  const can = {
    readDocuments: platform.documentReader !== null,
    askWallets: platform.wallets.offered.length > 0,
  }
  if (!canBeAsked(creation.asksFor, can)) throw new Undo(refuse('asks_impossible'))
  const id = randomUUID()
  const link = writeVerificationLink(platform.settings.publicUrl, id, creation.type)
  // The account's address must not become that of its third party until this is stored.
  if (!(await queueForUser(tx, userId))) throw new Undo(refuse('authentication_required'))
  if (await isOwnAddress(tx, userId, creation.thirdPartyEmail)) throw new Undo(refuse('own_address'))
  if (await isCheckedUnderAge(tx, { userId })) throw new Undo(refuse('under_age'))
  const allowance = await consumeAllowance(tx, at, userId, creation.type)
  if (isRefusal(allowance)) throw new Undo(allowance)
  // Before its files, in the lock order of saving a draft.
  await lockDraft(tx, { userId, kind: creation.type })
  const documents = await attachOwn(tx, userId, creation, at)
  const sources = await gatherCreatorSources(tx, { userId, verificationId: id, creation, at })
  const missing = findMissingEvidence(creation, documents, sources)
  if (missing) throw new Undo(refuse(missing))
  const document = documents.id && (await takeDocumentMark(tx, documents.id.id))
  await insertVerification(tx, {
    ...toColumns(creation),
    marks: markTraces(platform.signing, id, { ...traces, document }),
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
      consentTextVersion: creation.consentTextVersion,
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
  // In the order in which PostgreSQL keeps an answer that is given again.
  return { id, invitation, verificationLink: link }
}

async function attachOwn(
  tx: Transaction,
  userId: string,
  creation: Creation,
  at: Date,
): Promise<{ selfie: DocumentRow | null; id: DocumentRow | null }> {
  if (creation.type === 'person') return { selfie: null, id: null }
  // Its files are gone, which is not what the person is to be told.
  if (creation.idDocumentId && (await doesSayUnderAge(tx, creation.idDocumentId)))
    throw new Undo(refuse('under_age'))
  // The reading may end the creation.
  const owner = { userId }
  if (await hasPendingReading(tx, owner)) throw new Undo(refuse('reading_under_way'))
  const take = async (id: string | null, category: DocumentCategory) => {
    if (id === null) return null
    const document = await attachDocument(tx, { id, owner, category, at })
    if (!document) throw new Undo(refuse('document_unknown'))
    return document
  }
  return {
    selfie: await take(creation.selfieDocumentId, 'selfie'),
    id: await take(creation.idDocumentId, 'id'),
  }
}

/**
 * Finds the missing evidence of an age verification's creator: a photo and an ID, or in their place the wallet's proof,
 * or what they kept.
 */
function findMissingEvidence(
  creation: Creation,
  documents: { selfie: DocumentRow | null; id: DocumentRow | null },
  sources: readonly EvidenceSource[],
): ProblemCode | null {
  if (creation.type === 'person') return null
  const { face, walletInsteadOfId, keptInstead } = creation.asksFor
  if (creation.keptProofId !== null) {
    const isKnown = sources.some((source) => source.step === 'document' && source.kept)
    // The record says of it that no picture was given.
    const isAlone = !documents.selfie && !documents.id
    return isKnown && isAlone && keptInstead ? null : 'kept_proof_unusable'
  }
  const hasProof = sources.some(({ step }) => step === 'wallet')
  const isProven = walletInsteadOfId && hasProof
  if (creation.walletProofId !== null && !hasProof) return 'wallet_proof_missing'
  if (face && !documents.selfie) return 'step_photo'
  return documents.id || isProven ? null : 'step_sign_date_id'
}

function toColumns(creation: Creation) {
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
    validity,
    thirdPartyName,
    thirdPartySocialMediaName,
    thirdPartyEmail,
    platformName,
    additionalInformation,
    asksAge: creation.asksFor.age,
    asksWalletInsteadOfId: creation.asksFor.walletInsteadOfId,
    asksFace: creation.asksFor.face,
    asksKeptInstead: creation.asksFor.keptInstead === true,
    thirdPartyPlatformAge: creation.type === 'age' ? creation.thirdPartyPlatformAge : null,
    thirdPartyClaimedAge: creation.type === 'age' ? creation.thirdPartyClaimedAge : null,
    thirdPartyPhone: creation.type === 'person' ? parsePhone(creation.thirdPartyPhone) : null,
  }
}

/** As it is stored; a number without its country, which only the two people can complete, stays as it was typed. */
function parsePhone(typed: string | null): string | null {
  return typed === null ? null : (toStoredPhone(typed) ?? typed)
}

/**
 * A creation whose every field holds, or the refusal that the wizard would have shown: the first step check that fails,
 * in the specified order, then everything else that is wrong, all fields at once.
 *
 * @param now decides which day a signature may carry, and with it the day on which the creator's exact age is counted
 */
export function readCreationRequest(body: unknown, now: Date): Creation | Refusal {
  const fault = findFirstStepFault(body)
  if (fault) return refuse(fault)
  const creation = validate(makeCreationSchema(now, readText(body, 'signatureDate')), body)
  if (isRefusal(creation))
    return isUnderAge(creation.errors ?? [], body) ? { ...creation, refused: 'under_age' } : creation
  if (!isPossible(creation.asksFor)) return refuse('asks_impossible')
  return creation.consentTextVersion === currentConsentTextVersion ? creation : refuse('consent_text_changed')
}

function findFirstStepFault(body: unknown): StepFault | null {
  const kind = parseKind(body)
  if (!kind) return null
  // A file that such a proof may replace is asked for later, when the proof is looked at.
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

/** A text field as it came; anything but a text counts as not given. */
function readText(body: unknown, name: string): string {
  const value = readField(body, name)
  return typeof value === 'string' ? value : ''
}

function readField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? (body as Record<string, unknown>)[name]
    : undefined
}

/** A valid birth date that is refused belongs to a person who is too young. */
function isUnderAge(errors: FieldError[], body: unknown): boolean {
  return (
    errors.some(({ path, message }) => path === 'dateOfBirth' && message === accountMessages.dateOfBirth) &&
    isCalendarDate(readText(body, 'dateOfBirth'))
  )
}
