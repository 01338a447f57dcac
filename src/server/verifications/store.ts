import type { z } from 'zod'
import type { thirdPartySubmissionSchema } from '../../contract/third-party.ts'
import type { ShownConsentText } from '../../contract/verification.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { AskedAgeStep, AsksFor, EvidenceSource } from '../../domain/evidence/evidence.ts'
import type { Claims } from '../../domain/identity-document/verdict.ts'
import type { LanguageTag } from '../../domain/language.ts'
import { currentRecordFormat, type RecordFormat, type Shared } from '../../domain/record/record.ts'
import * as transition from '../../domain/verification/transition.ts'
import type { Validity } from '../../domain/verification/validity.ts'
import {
  doEmailsMatch,
  type EmailProof,
  type InvitationOutcome,
  type VerificationKind,
  type VerificationStatus,
} from '../../domain/verification/verification.ts'
import { isClosed, type ProvenAddress } from '../accounts/index.ts'
import { rememberLocked } from '../audit/index.ts'
import { empty, join, type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import { readReader } from '../platform/language/index.ts'
import { forgetIdentitiesOf } from '../wallets/index.ts'
import type { CreatorMarks } from './shared.ts'

export type VerificationRow = {
  id: string
  type: VerificationKind
  userId: string
  status: VerificationStatus
  consentTextVersion: string
  /** The language and the SHA-256 of the text that each person signed; null where it was the English one alone. */
  consentLanguage: LanguageTag | null
  consentSha256: string | null
  thirdPartyConsentLanguage: LanguageTag | null
  thirdPartyConsentSha256: string | null
  validity: Validity
  fullName: string
  dateOfBirth: CalendarDate
  signature: string
  signatureDate: CalendarDate
  selfieDocumentId: string | null
  idDocumentId: string | null
  thirdPartyName: string
  thirdPartySocialMediaName: string
  thirdPartyPlatformAge: string | null
  thirdPartyClaimedAge: string | null
  thirdPartyEmail: string
  thirdPartyPhone: string | null
  platformName: string
  additionalInformation: string | null
  verificationLink: string
  thirdPartySignature: string | null
  thirdPartySignatureDate: CalendarDate | null
  thirdPartySelfieDocumentId: string | null
  thirdPartyIdDocumentId: string | null
  emailProof: EmailProof | null
  /** Since when the creator's address was confirmed and the third party's proven, recorded at the completion. */
  creatorMailboxAt: Date | null
  thirdPartyMailboxAt: Date | null
  asksAge: AskedAgeStep
  asksWalletInsteadOfId: boolean
  asksVoucherInsteadOfId: boolean
  asksWalletName: boolean
  asksFace: boolean
  asksKeptInstead: boolean
  creatorSources: EvidenceSource[]
  thirdPartySources: EvidenceSource[]
  /** The traces that both people share, recorded at the completion. */
  shared: Shared[]
  /** The format of its record, from the completion on; null in records of the first format. */
  recordFormat: RecordFormat | null
  createdAt: Date
  verifiedAt: Date | null
  withdrawnAt: Date | null
  /** When the account of its third party was erased. */
  thirdPartyLeftAt: Date | null
  /** The tag of the language that the third party chose with their pass; null before they had one. */
  thirdPartyLanguage: string | null
  /**
   * When the third party's details were erased from a request that ended without a record. Erased details of a creator
   * can no longer be read either.
   */
  invitedErasedAt: Date | null
  /** Why the current address was not invited; null if it was, or if no invitation was requested. */
  invitationWithheld: InvitationWithheld | null
}

/** The column of each field, used for reading, creating and listing. */
const columnOf: { [Field in keyof VerificationRow]: Sql } = {
  id: sql`id`,
  type: sql`type`,
  userId: sql`user_id`,
  status: sql`status`,
  consentTextVersion: sql`consent_text_version`,
  consentLanguage: sql`consent_language`,
  consentSha256: sql`consent_sha256`,
  thirdPartyConsentLanguage: sql`third_party_consent_language`,
  thirdPartyConsentSha256: sql`third_party_consent_sha256`,
  validity: sql`validity`,
  fullName: sql`full_name`,
  dateOfBirth: sql`date_of_birth`,
  signature: sql`signature`,
  signatureDate: sql`signature_date`,
  selfieDocumentId: sql`selfie_document_id`,
  idDocumentId: sql`id_document_id`,
  thirdPartyName: sql`third_party_name`,
  thirdPartySocialMediaName: sql`third_party_social_media_name`,
  thirdPartyPlatformAge: sql`third_party_platform_age`,
  thirdPartyClaimedAge: sql`third_party_claimed_age`,
  thirdPartyEmail: sql`third_party_email`,
  thirdPartyPhone: sql`third_party_phone`,
  platformName: sql`platform_name`,
  additionalInformation: sql`additional_information`,
  verificationLink: sql`verification_link`,
  thirdPartySignature: sql`third_party_signature`,
  thirdPartySignatureDate: sql`third_party_signature_date`,
  thirdPartySelfieDocumentId: sql`third_party_selfie_document_id`,
  thirdPartyIdDocumentId: sql`third_party_id_document_id`,
  emailProof: sql`email_proof`,
  creatorMailboxAt: sql`creator_mailbox_at`,
  thirdPartyMailboxAt: sql`third_party_mailbox_at`,
  asksAge: sql`asks_age`,
  asksWalletInsteadOfId: sql`asks_wallet_instead_of_id`,
  asksVoucherInsteadOfId: sql`asks_voucher_instead_of_id`,
  asksWalletName: sql`asks_wallet_name`,
  asksFace: sql`asks_face`,
  asksKeptInstead: sql`asks_kept_instead`,
  creatorSources: sql`creator_sources`,
  thirdPartySources: sql`third_party_sources`,
  shared: sql`shared`,
  recordFormat: sql`record_format`,
  createdAt: sql`created_at`,
  verifiedAt: sql`verified_at`,
  withdrawnAt: sql`CASE WHEN status = 'withdrawn' THEN closed_at END AS withdrawn_at`,
  thirdPartyLeftAt: sql`third_party_left_at`,
  thirdPartyLanguage: sql`third_party_language`,
  invitedErasedAt: sql`invited_erased_at`,
  invitationWithheld: sql`invitation_withheld`,
}

/** The columns of some fields of a verification, for a SELECT. */
export function selectFields(fields: readonly (keyof VerificationRow)[]): Sql {
  return join(fields.map((field) => columnOf[field]))
}

const verificationColumns = join(
  Object.values({
    ...columnOf,
    status: sql`${selectStatusNow(columnOf.status, columnOf.userId)} AS status`,
  }),
)

/** The evidence that a verification requests from its third party. */
export function toAsksFor(row: VerificationRow): AsksFor {
  const { asksAge: age, asksWalletInsteadOfId: walletInsteadOfId, asksFace: face } = row
  return {
    age,
    walletInsteadOfId,
    face,
    ...(row.asksVoucherInsteadOfId ? { voucherInsteadOfId: true } : {}),
    ...(row.asksWalletName ? { walletName: true } : {}),
    ...(row.asksKeptInstead ? { keptInstead: true } : {}),
  }
}

export function findVerification(q: Queryable, id: string): Promise<VerificationRow | null> {
  return q.row<VerificationRow>(sql`SELECT ${verificationColumns} FROM verifications WHERE id = ${id}`)
}

/** Like `findVerification`, and makes other writers of the row wait until the transaction ends. */
export async function lockVerification(tx: Transaction, id: string): Promise<VerificationRow | null> {
  const row = await tx.row<VerificationRow>(
    sql`SELECT ${verificationColumns} FROM verifications WHERE id = ${id} FOR NO KEY UPDATE`,
  )
  if (row) rememberLocked(tx, row.id)
  return row
}

export async function hasAny(q: Queryable, userId: string): Promise<boolean> {
  return (await q.row(sql`SELECT 1 FROM verifications WHERE user_id = ${userId} LIMIT 1`)) !== null
}

export function findOwnVerification(
  q: Queryable,
  id: string,
  userId: string,
): Promise<VerificationRow | null> {
  return q.row<VerificationRow>(
    sql`SELECT ${verificationColumns} FROM verifications WHERE id = ${id} AND user_id = ${userId}`,
  )
}

type OfThirdParty = Pick<VerificationRow, 'id' | 'thirdPartyLanguage'>

/** The language that the current request asks for; null if it asks for none, or for the third party's stored one. */
export function findNewLanguage({ thirdPartyLanguage }: OfThirdParty): LanguageTag | null {
  const language = readReader()
  return language === thirdPartyLanguage ? null : language
}

/**
 * Stores the language that the current request asks for. Only for a request with the third party's pass, because nobody
 * else may choose it for them (WORDS-7).
 */
export async function keepThirdPartyLanguage(q: Queryable, row: OfThirdParty): Promise<void> {
  const language = findNewLanguage(row)
  if (language)
    await q.run(sql`UPDATE verifications SET third_party_language = ${language} WHERE id = ${row.id}`)
}

const createdFields = [
  'id',
  'type',
  'userId',
  'consentTextVersion',
  'consentLanguage',
  'consentSha256',
  'validity',
  'fullName',
  'dateOfBirth',
  'signature',
  'signatureDate',
  'selfieDocumentId',
  'idDocumentId',
  'thirdPartyName',
  'thirdPartySocialMediaName',
  'thirdPartyPlatformAge',
  'thirdPartyClaimedAge',
  'thirdPartyEmail',
  'thirdPartyPhone',
  'platformName',
  'additionalInformation',
  'verificationLink',
  'asksAge',
  'asksWalletInsteadOfId',
  'asksVoucherInsteadOfId',
  'asksWalletName',
  'asksFace',
  'asksKeptInstead',
  'creatorSources',
  'createdAt',
] as const satisfies readonly (keyof VerificationRow)[]

type NewVerification = Pick<VerificationRow, (typeof createdFields)[number]> & { marks: CreatorMarks }

export async function insertVerification(tx: Transaction, added: NewVerification): Promise<void> {
  const { type, marks } = added
  const values = { ...added, creatorSources: JSON.stringify(added.creatorSources) }
  await tx.run(sql`
    INSERT INTO verifications (${join(createdFields.map((field) => columnOf[field]))}, document_type, status,
      creator_document_mark, creator_identity_mark, creator_network_mark, creator_browser_mark)
    VALUES (${join(createdFields.map((field) => values[field]))}, ${type === 'person' ? 'person_verification' : null},
      ${transition.create().to}, ${marks.document}, ${marks.identity}, ${marks.network},
      ${marks.browser})`)
}

export type InvitationWithheld = Exclude<InvitationOutcome, 'queued'>

type Completion = {
  submission: z.output<typeof thirdPartySubmissionSchema>
  /** The text that they signed. */
  consentText: ShownConsentText
  signatureDate: CalendarDate
  /** Null if a wallet's proof or a kept proof replaces it. */
  selfieDocumentId: string | null
  idDocumentId: string | null
  emailProof: EmailProof
  mailboxAt: Date
  creatorMailboxAt: Date | null
  sources: EvidenceSource[]
  shared: Shared[]
  agreedToAdditionalTerms: boolean | null
  at: Date
}

/**
 * Makes a transition and its consequences in one statement, which also deletes the hashes for the comparison with the
 * creator; the places of the link's sets (sets.ts) end with it. Returns the new row. Returns null and changes nothing
 * when the verification isn't in the start state.
 */
export async function moveVerification(
  tx: Transaction,
  id: string,
  { from, to }: transition.Transition,
  at: Date,
  extra: Sql = empty,
): Promise<VerificationRow | null> {
  const row = await tx.row<VerificationRow>(sql`
    UPDATE verifications SET status = ${to}, closed_at = ${at}, creator_document_mark = NULL, creator_identity_mark = NULL,
      creator_network_mark = NULL, creator_browser_mark = NULL ${extra}
    WHERE id = ${id} AND status = ${from} RETURNING ${verificationColumns}`)
  if (!row) return null
  rememberLocked(tx, row.id)
  await tx.run(sql`DELETE FROM third_party_sets WHERE verification_id = ${id}`)
  await forgetIdentitiesOf(tx, id)
  return row
}

/**
 * Completes a verification with everything that the third party gave. Returns null and changes nothing when it is no
 * longer pending.
 */
export function completePending(
  tx: Transaction,
  id: string,
  given: Completion,
): Promise<VerificationRow | null> {
  const completion = sql`, verified_at = ${given.at}, third_party_signature = ${given.submission.signature},
    third_party_signature_date = ${given.signatureDate}, third_party_selfie_document_id = ${given.selfieDocumentId},
    third_party_id_document_id = ${given.idDocumentId}, email_proof = ${given.emailProof},
    agreed_to_additional_terms = ${given.agreedToAdditionalTerms}, third_party_mailbox_at = ${given.mailboxAt},
    creator_mailbox_at = ${given.creatorMailboxAt}, third_party_sources = ${JSON.stringify(given.sources)}::jsonb,
    third_party_consent_language = ${given.consentText.language},
    third_party_consent_sha256 = ${given.consentText.sha256}, shared = ${given.shared}, record_format = ${currentRecordFormat}`
  return moveVerification(tx, id, transition.complete(), given.at, completion)
}

export function selectPending(before: Date): Sql {
  return sql`SELECT id, created_at AS since FROM verifications WHERE status = 'pending' AND created_at < ${before}`
}

/**
 * Selects the verifications of an address that the account which proved it may open as their third party: without those
 * that an earlier account of the address left, and within the account's limit (ONCE-12). Matches the condition of an
 * index. `isAskedOf` is the same for one row.
 */
export function selectAskedOf({ email, limitedTo }: ProvenAddress): Sql {
  const limit = limitedTo === null ? empty : sql`AND id = ${limitedTo}`
  return sql`third_party_left_at IS NULL AND lower(third_party_email) = ${email} ${limit}`
}

/** Whether the account which proved an address may open this verification as its third party. */
export function isAskedOf(
  { email, limitedTo }: ProvenAddress,
  row: Pick<VerificationRow, 'id' | 'thirdPartyEmail' | 'thirdPartyLeftAt'>,
): boolean {
  const isWithinLimit = limitedTo === null || limitedTo === row.id
  return isWithinLimit && row.thirdPartyLeftAt === null && doEmailsMatch(email, row.thirdPartyEmail)
}

/**
 * The status of a verification by its columns. Open requests of a closed account count as cancelled immediately, even
 * before that is written to each of them.
 */
export function selectStatusNow(status: Sql, userId: Sql): Sql {
  return sql`CASE WHEN ${status} = 'pending' AND ${isClosed(userId)} THEN 'cancelled' ELSE ${status} END`
}

/**
 * The data that the third party's ID is compared with: the name that the creator typed. Their birth date is never
 * requested.
 */
export function readThirdPartyClaims({ thirdPartyName }: Pick<VerificationRow, 'thirdPartyName'>): Claims {
  return { fullName: thirdPartyName, dateOfBirth: null }
}
