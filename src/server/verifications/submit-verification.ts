import type { z } from 'zod'
import type { FieldError, ProblemCode } from '../../contract/problem.ts'
import {
  type thirdPartySubmissionAnswerSchema,
  thirdPartySubmissionSchema,
} from '../../contract/third-party.ts'
import type { ShownConsentText } from '../../contract/verification.ts'
import { type CalendarDate, isTodaySomewhere, toCalendarDate } from '../../domain/calendar-date.ts'
import type { DocumentCategory } from '../../domain/document.ts'
import { doesReplaceId, type EvidenceSource } from '../../domain/evidence/evidence.ts'
import { judgeAgeStep } from '../../domain/evidence/known-facts.ts'
import type { Shared } from '../../domain/record/record.ts'
import { areSameTerms, findSubmissionFault } from '../../domain/verification/submission.ts'
import { complete } from '../../domain/verification/transition.ts'
import { ownOddityWords } from '../../words/record.ts'
import { findAddress } from '../accounts/index.ts'
import { appendAuditEvent, pickTimeInTrail } from '../audit/index.ts'
import {
  attachDocument,
  type DocumentRow,
  destroyUnsubmittedDocumentsOf,
  findUploadAt,
  hasPendingReading,
  type LinkSet,
  parseSignedUrl,
  rereadForDay,
  wasReadingShown,
} from '../documents/index.ts'
import type { ClientTraces } from '../http/client.ts'
import { isRefusal, type Refusal, refuse, validate } from '../http/problem.ts'
import { announceChange } from '../live/index.ts'
import type { Queryable, Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { enqueueSeal } from '../records/index.ts'
import { findShownText } from './consent-texts.ts'
import { noteSubmission } from './passes.ts'
import { type GatePass, type OpenPass, withOpenVerification } from './policy.ts'
import { forgetPrivateNo } from './private-no.ts'
import { destroyGiven } from './sets.ts'
import { isOwnAddress } from './shared.ts'
import { readHowKnown } from './show-verification.ts'
import { findKeptByThirdParty, gatherShared, gatherThirdPartySources } from './sources.ts'
import { completePending, readThirdPartyClaims, toAsksFor, type VerificationRow } from './store.ts'

/** Not in the endpoint's definition, because only the form shows whether it is a file or the submission. */
const submissionLimit = { name: 'third-party-submission', points: 100, seconds: 600 }

type Submission = z.infer<typeof thirdPartySubmissionSchema>

/**
 * The final submission of the third party: pending -> verified (SUBMIT-1, SUBMIT-4).
 *
 * One transaction that locks the verification's row does the checks, the change, the attachment or destruction of their
 * files, the destruction of the link's other sets, the trail and the news to the owner. Of several simultaneous
 * submissions one wins, and a crash leaves the verification pending or verified, never in between.
 */
export async function submitVerification(
  platform: Platform,
  pass: OpenPass,
  fields: Record<string, string>,
  traces: ClientTraces,
): Promise<z.infer<typeof thirdPartySubmissionAnswerSchema> | Refusal> {
  const submission = validate(thirdPartySubmissionSchema, fields)
  if (isRefusal(submission)) return submission
  const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(
    submissionLimit,
    pass.verificationId,
  )
  if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
  const set = { verificationId: pass.verificationId, setSha256: pass.setSha256 }
  await rereadForSigningDay(platform, pass.row, set, submission)
  return withOpenVerification(platform, pass, async (tx, row) => {
    // The creator may have changed their own address to the third party's since.
    if (await isOwnAddress(tx, row.userId, row.thirdPartyEmail)) return refuse('owner_cannot_submit')
    const selfie = await findUploadBySignedUrl(platform, tx, submission.selfieUrl, set, 'selfie')
    const id = await findUploadBySignedUrl(platform, tx, submission.idUrl, set, 'id')
    const at = platform.clock.now()
    const day = submission.signatureDate ?? toCalendarDate(at)
    const { signature, keptProofId } = submission
    const kept = keptProofId && (await findKeptByThirdParty(tx, row, { keptProofId, signature, day }))
    // The record states that no picture was given with a kept proof.
    const hasPictureToo = kept && (selfie || id)
    if (kept === null || hasPictureToo) return noteRefusal(platform, tx, row.id, 'kept_proof_unusable')
    const idDocumentId = id?.id ?? null
    const gathered = await gatherThirdPartySources(platform, tx, row, {
      ...set,
      idDocumentId,
      signature,
      day,
    })
    const sources = kept ? [kept, ...gathered] : gathered
    const text = findShownText(row, submission)
    const given = { submission, selfie, id, sources, day, at, text }
    const refusal = findFault(row, given)
    // The pending reading may end the request, or provide the missing part.
    const awaitsReading = refusal === null || refusal === 'age_not_read'
    if (awaitsReading && (await hasPendingReading(tx, set))) return refuse('reading_under_way')
    if (refusal) return noteRefusal(platform, tx, row.id, refusal)
    const read = id && { documentId: id.id, claims: readThirdPartyClaims(row), day }
    if (read && !(await wasReadingShown(tx, read, submission.shownReading)))
      return noteRefusal(platform, tx, row.id, 'reading_untold')
    const shared = await gatherShared(platform, tx, set, { idDocumentId, traces })
    const disclosed: readonly string[] = submission.shared
    const untold = shared.filter((each) => !disclosed.includes(each))
    if (untold.length > 0) return noteRefusal(platform, tx, row.id, 'shared_untold', untold.map(tellShared))
    const keptAt = await pickTimeInTrail(tx, row.id, at)
    return keepSubmission(platform, tx, row, { ...given, shared, at: keptAt, pass })
  })
}

/** Starts a new reading for the day of the signature if the last one was for another day. The submission then waits. */
async function rereadForSigningDay(
  platform: Platform,
  row: VerificationRow,
  set: LinkSet,
  { idUrl, signatureDate }: Submission,
): Promise<void> {
  const { clock, database } = platform
  const id = await findUploadBySignedUrl(platform, database, idUrl, set, 'id')
  if (!id) return
  const day = signatureDate ?? toCalendarDate(clock.now())
  if (!isTodaySomewhere(day, clock.now())) return
  await rereadForDay(platform, set, { documentId: id.id, claims: readThirdPartyClaims(row), day })
}

/** The document at a signed link, if it was uploaded in this set. */
async function findUploadBySignedUrl(
  platform: Platform,
  q: Queryable,
  url: string,
  set: LinkSet,
  category: DocumentCategory,
): Promise<DocumentRow | null> {
  const address = parseSignedUrl(platform.signing, url)
  return address && findUploadAt(q, address, set, category)
}

type GivenSubmission = {
  submission: Submission
  selfie: DocumentRow | null
  id: DocumentRow | null
  sources: EvidenceSource[]
  /** The text that they were shown; null where another one would be signed now. */
  text: ShownConsentText | null
  /** The signer's local day. */
  day: CalendarDate
  at: Date
}

/** The specified checks in their order, then the additional ones of this product. */
function findFault(
  row: VerificationRow,
  { submission, selfie, id, sources, day, at, text }: GivenSubmission,
): ProblemCode | null {
  const replacesId = sources.some((source) => doesReplaceId(source, toAsksFor(row)))
  const isKept = sources.some((source) => source.step === 'document' && source.kept)
  const fault = findSubmissionFault({
    hasSelfie: selfie !== null,
    hasIdDocument: id !== null,
    signature: submission.signature,
    consent: submission.consent,
    hasAdditionalTerms: row.additionalInformation !== null,
    agreedToAdditionalTerms: submission.agreedToAdditionalTerms,
    identityConsent: submission.identityConsent,
    statesAdult: submission.statesAdult,
    ageStep: judgeAgeStep(sources),
    askedAge: row.asksAge,
    replacesId,
    asksSelfie: row.asksFace && !isKept,
    asksIdDocument: !isKept && !replacesId,
  })
  if (fault) return fault
  const wasShown =
    text !== null &&
    (submission.additionalInformation === undefined ||
      areSameTerms(submission.additionalInformation, row.additionalInformation))
  if (!wasShown) return 'consent_text_changed'
  return isTodaySomewhere(day, at) ? null : 'signature_date_not_today'
}

/** The sentence about a shared thing; its path ends in the name that the submission has to list. */
const tellShared = (shared: Shared): FieldError => ({
  path: `shared.${shared}`,
  message: ownOddityWords.untold[shared],
})

async function noteRefusal(
  platform: Platform,
  tx: Transaction,
  verificationId: string,
  code: ProblemCode,
  errors?: FieldError[],
): Promise<Refusal> {
  await appendAuditEvent(tx, {
    verificationId,
    event: 'submission_refused',
    actor: 'third_party',
    at: platform.clock.now(),
    detail: { reason: code },
  })
  return refuse(code, errors && { errors })
}

async function keepSubmission(
  platform: Platform,
  tx: Transaction,
  row: VerificationRow,
  {
    pass,
    submission,
    selfie,
    id,
    sources,
    shared,
    day,
    at,
    text,
  }: GivenSubmission & { pass: GatePass; shared: Shared[] },
): Promise<z.infer<typeof thirdPartySubmissionAnswerSchema>> {
  const owner = { verificationId: row.id, setSha256: pass.setSha256 }
  for (const [document, category] of [
    [selfie, 'selfie'],
    [id, 'id'],
  ] as const) {
    if (document && !(await attachDocument(tx, { id: document.id, owner, category, at }))) {
      throw new Error('a submitted document went away')
    }
  }
  if (!text) throw new Error('a changed text was signed')
  const completed = await completePending(tx, row.id, {
    submission,
    consentText: text,
    signatureDate: day,
    selfieDocumentId: selfie?.id ?? null,
    idDocumentId: id?.id ?? null,
    emailProof: pass.emailProof,
    mailboxAt: pass.createdAt,
    creatorMailboxAt: (await findAddress(tx, row.userId))?.confirmedAt ?? null,
    sources,
    shared,
    agreedToAdditionalTerms: row.additionalInformation === null ? null : submission.agreedToAdditionalTerms,
    at,
  })
  if (!completed) throw new Error('a locked verification changed')
  await noteSubmission(tx, pass.tokenSha256, at)
  await destroyGiven(platform, tx, { verificationId: row.id, notSetSha256: pass.setSha256 })
  await destroyUnsubmittedDocumentsOf(platform, tx, owner)
  await forgetPrivateNo(tx, row.id)
  const trail = { verificationId: row.id, at }
  const completion = complete()
  await appendAuditEvent(tx, {
    ...trail,
    event: 'submitted',
    actor: 'third_party',
    detail: {
      emailProof: pass.emailProof,
      consentTextVersion: text.version,
      consentTextSha256: text.sha256,
      ...(selfie ? { selfieSha256: selfie.sha256 } : {}),
      ...(id ? { idSha256: id.sha256 } : {}),
      ageStep: judgeAgeStep(sources),
      agreedToAdditionalTerms: row.additionalInformation !== null,
    },
  })
  await appendAuditEvent(tx, { ...trail, event: completion.event, actor: completion.by })
  const isLinkMailed = await enqueueSeal(platform, tx, row)
  await announceChange(tx, row.userId, { verificationId: row.id, status: completion.to })
  return {
    success: true,
    verifiedAt: at.toISOString(),
    howKnown: await readHowKnown(tx, completed),
    isLinkMailed,
  }
}
