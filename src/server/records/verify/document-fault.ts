import { toPlainJson, writeCanonicalJson } from '../../../domain/canonical-json.ts'
import {
  listShared,
  type RecordFacts,
  type TrailEntry,
  type WithdrawalFacts,
} from '../../../domain/record/record.ts'
import { computeValidUntil } from '../../../domain/verification/validity.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import { findSigner, readArchivedCopy } from '../../platform/pdf/index.ts'
import { FileUnreadable, type Storage } from '../../platform/storage/index.ts'
import {
  findVerification,
  listRecordFacts,
  listRecordSources,
  readRecordFormat,
  type VerificationRow,
} from '../../verifications/index.ts'
import { listCopies } from '../archive/store.ts'
import type { SealedRow } from '../store.ts'
import { emptyRoot } from '../transparency/merkle.ts'
import { findRoot, hasSealingRow, listRowsStated } from './store.ts'

/** The sources that a sealed document is compared with. */
export type Witnesses = {
  storage: Pick<Storage, 'get'>
  /**
   * Hex SHA-256 of the current seal certificate, or of certificates known from elsewhere. Other certificates must be
   * connected to one of them.
   */
  certificates: ReadonlySet<string>
}

/**
 * Why a sealed document and the stored rows of its verification disagree; null when they agree, which means:
 *
 * - its files match the hashes in its row
 * - its JSON copy is signed by a certificate of this service
 * - the trail contains every row of that copy, hash for hash, and then the row of the sealing
 * - the archived copies are made from it
 */
export async function findDocumentFault(
  q: Queryable,
  { storage, certificates }: Witnesses,
  row: SealedRow,
): Promise<string | null> {
  const [pdf, json] = [
    await findFileAt(storage, `${row.path}.pdf`),
    await findFileAt(storage, `${row.path}.json`),
  ]
  if (!pdf || !json) return 'the storage does not have both its files'
  if (pdf === 'altered' || hashHex(pdf) !== row.pdfSha256) return 'its PDF is not the one that was sealed'
  const facts = json === 'altered' ? null : parseFacts(json, row, certificates)
  if (!facts) return 'its JSON copy is not the one that was signed'
  const { log } = facts
  const root = log.size === 0 ? emptyRoot : await findRoot(q, log.size)
  if (log.size > row.leafIndex || root !== log.rootHash) return 'it names a log that is not this one'
  return (
    (await findFormFault(q, facts)) ??
    (await findTrailFault(q, facts, row)) ??
    findArchiveFault(q, storage, row, pdf)
  )
}

/** Null when there is no file. An altered file, or one encrypted with another key, can't be opened. */
async function findFileAt(
  storage: Witnesses['storage'],
  path: string,
): Promise<Uint8Array | 'altered' | null> {
  return storage.get({ bucket: 'records', path }).catch((error: unknown) => {
    if (error instanceof FileUnreadable) return 'altered' as const
    throw error
  })
}

/** The facts of a JSON copy, if it belongs to this row and a certificate of this service signed it. */
function parseFacts(
  json: Uint8Array,
  row: SealedRow,
  certificates: ReadonlySet<string>,
): RecordFacts | WithdrawalFacts | null {
  if (hashHex(json) !== row.jsonSha256) return null
  try {
    const { signature, ...payload } = JSON.parse(Buffer.from(json).toString('utf8'))
    const signer = findSigner(writeCanonicalJson(payload), signature)
    if (!signer || !certificates.has(signer) || signer !== row.certificateSha256) return null
    const { facts } = payload
    const isOfRow =
      payload.pdf.sha256 === row.pdfSha256 &&
      facts.verificationId === row.verificationId &&
      facts.document === row.document &&
      facts.revision === row.revision
    return isOfRow ? facts : null
  } catch {
    return null
  }
}

async function findTrailFault(
  q: Queryable,
  facts: RecordFacts | WithdrawalFacts,
  row: SealedRow,
): Promise<string | null> {
  const sequences = facts.auditTrail.map(({ sequence }) => sequence)
  const trail = new Map<number, TrailEntry>()
  for (const stored of await listRowsStated(q, row.verificationId, sequences))
    trail.set(stored.sequence, stored)
  for (const stated of facts.auditTrail) {
    const stored = trail.get(stated.sequence)
    if (!stored) return `row ${stated.sequence} of its trail is gone`
    if (writeCanonicalJson(stored) !== writeCanonicalJson(stated))
      return `row ${stated.sequence} of its trail is another than the one that was sealed`
  }
  return (await hasSealingRow(q, row)) ? null : 'the trail does not have the row that says it was sealed'
}

/** Why the row of a verification differs from its sealed document; null when it doesn't. */
async function findFormFault(q: Queryable, facts: RecordFacts | WithdrawalFacts): Promise<string | null> {
  const row = await findVerification(q, facts.verificationId)
  if (!row) return 'its verification is gone'
  const names = [row.fullName, row.thirdPartyName, row.verifiedAt?.toISOString() ?? null]
  const [stored, stated] =
    facts.document === 'withdrawal'
      ? [names, [facts.creatorName, facts.thirdPartyName, facts.verifiedAt]]
      : [
          [
            ...names,
            row.createdAt.toISOString(),
            (row.verifiedAt && computeValidUntil(row.validity, row.verifiedAt)?.toISOString()) ?? null,
            row.dateOfBirth,
            row.thirdPartyEmail,
            row.additionalInformation,
            [row.signature, row.signatureDate, row.thirdPartySignature, row.thirdPartySignatureDate],
            [listRecordFacts(row), listRecordSources(row), row.shared],
            readRecordFormat(row),
            ...listStoredTexts(row),
          ],
          [
            facts.creator.fullName,
            facts.thirdParty.fullName,
            facts.verifiedAt,
            facts.createdAt,
            facts.validUntil ?? null,
            facts.creator.dateOfBirth,
            facts.thirdParty.email,
            facts.additionalTerms,
            facts.signatures.flatMap(({ signature, signedOn }) => [signature, signedOn]),
            [facts.known, facts.sources, listShared(facts.odd ?? [])],
            facts.format,
            ...listStatedTexts(facts, row),
          ],
        ]
  return writeCanonicalJson(toPlainJson(stored)) === writeCanonicalJson(toPlainJson(stated))
    ? null
    : 'its verification says something else now'
}

/** The language and the hash of each person's text, as stored with their signature. */
function listStoredTexts(row: VerificationRow) {
  if (readRecordFormat(row) !== 'sealed-record/4') return []
  return [
    [row.consentLanguage ?? 'en', row.consentSha256],
    [row.thirdPartyConsentLanguage ?? 'en', row.thirdPartyConsentSha256],
  ]
}

/** The same as the record states them; null for a hash that the page of the earlier version didn't send. */
function listStatedTexts(facts: RecordFacts, row: VerificationRow) {
  if (facts.format !== 'sealed-record/4') return []
  const { creator, thirdParty } = facts.consent
  return [
    [creator.language, row.consentSha256 && creator.sha256],
    [thirdParty.language, row.thirdPartyConsentSha256 && thirdParty.sha256],
  ]
}

/** Why the archived copies of a sealed PDF don't match their rows or the PDF; null when they do. */
async function findArchiveFault(
  q: Queryable,
  storage: Pick<Storage, 'get'>,
  row: SealedRow,
  pdf: Uint8Array,
): Promise<string | null> {
  for (const { path, pdfSha256, generation } of await listCopies(q, row)) {
    const bytes = await storage.get({ bucket: 'records', path: `${path}.pdf` }).catch((error: unknown) => {
      if (error instanceof FileUnreadable) return null
      throw error
    })
    if (!bytes || hashHex(bytes) !== pdfSha256)
      return `its archived copy ${generation} is not the one that was made`
    const timestamps = await readArchivedCopy(pdf, bytes)
    if ('fault' in timestamps || timestamps.length !== generation)
      return `its archived copy ${generation} is not made of it and timestamps alone`
  }
  return null
}
