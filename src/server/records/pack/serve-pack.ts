import { X509Certificate } from 'node:crypto'
import type { ValidUntil } from '../../../contract/verification.ts'
import { extensionOf } from '../../../domain/document.ts'
import { productName } from '../../../domain/product.ts'
import type { RecordFacts, WithdrawalFacts } from '../../../domain/record/record.ts'
import { noteRepeatableEvent } from '../../audit/index.ts'
import { type DocumentRow, listDocumentsById } from '../../documents/index.ts'
import { isRefusal, type Refusal, refuse } from '../../http/problem.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import type { DetachedJws } from '../../platform/pdf/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { queueRetryAfterSeconds } from '../../platform/waiting/index.ts'
import { writeZip, type ZipEntry } from '../../platform/zip/index.ts'
import { presentValidUntil } from '../../verifications/index.ts'
import { findNewestCopy } from '../archive/store.ts'
import { readChecker } from '../checker.ts'
import { type HoldRow, listHolds } from '../holds/store.ts'
import { describeOpening, type Reader } from '../policy.ts'
import { listCertificates } from '../seal-keys/seal-keys.ts'
import { listSealedDocuments, type SealedRow } from '../store.ts'
import { writeProofFile } from '../transparency/checkpoint.ts'
import { type PackFile, renderReadMe } from './read-me.ts'

type ServedPack = { body: ReadableStream<Uint8Array>; fileName: string }

/** Sealed PDFs are far smaller. */
const sealedMaxBytes = 1024 * 1024

/**
 * All files of a record that one party may have, as an archive that is produced while it is read, one file at a time.
 * `hasRoomFor` is called before a file is loaded into memory. The download is recorded in the trail.
 */
export async function servePack(
  platform: Platform,
  reader: Reader,
  hasRoomFor: (bytes: number) => Promise<boolean>,
): Promise<ServedPack | Refusal> {
  const { database, clock } = platform
  const { party, row } = reader
  const [sealed, documents, holds] = await Promise.all([
    listSealedDocuments(database, row.id),
    listOwnDocuments(database, reader),
    listHolds(database, row.id),
  ])
  const record = sealed.findLast(({ document }) => document === 'record')
  if (!record) return refuse('record_not_sealed', { retryAfterSeconds: 2 })
  const largest = Math.max(sealedMaxBytes, ...documents.map(({ byteCount }) => byteCount))
  if (!(await hasRoomFor(largest)))
    return refuse('rate_limited', { retryAfterSeconds: queueRetryAfterSeconds })
  const at = clock.now()
  const { revision } = record
  const detail = { document: 'record', format: 'zip', revision, ...describeOpening(reader) }
  await noteRepeatableEvent(platform, {
    verificationId: row.id,
    event: 'downloaded',
    actor: party,
    at,
    detail,
  })
  const withdrawal = sealed.findLast(({ document }) => document === 'withdrawal') ?? null
  const entries = listPackEntries(platform, {
    record,
    withdrawal,
    documents,
    isWithdrawn: row.status === 'withdrawn',
    validUntil: presentValidUntil(row, at),
    holds,
    at,
  })
  return {
    body: ReadableStream.from(writeZip(entries)),
    fileName: `${productName.toLowerCase()}-evidence-${row.id.slice(0, 8)}.zip`,
  }
}

/** The reader's own photo and ID, if they exist. */
async function listOwnDocuments(q: Queryable, { party, row }: Reader): Promise<DocumentRow[]> {
  const ids =
    party === 'creator'
      ? [row.selfieDocumentId, row.idDocumentId]
      : [row.thirdPartySelfieDocumentId, row.thirdPartyIdDocumentId]
  const documents = await listDocumentsById(
    q,
    ids.filter((id) => id !== null),
  )
  return documents.filter(({ storedAt, destroyedAt }) => storedAt !== null && destroyedAt === null)
}

type PackContent = {
  record: SealedRow
  withdrawal: SealedRow | null
  documents: readonly DocumentRow[]
  isWithdrawn: boolean
  validUntil: ValidUntil
  holds: readonly HoldRow[]
  at: Date
}

const photoOrId = { selfie: 'your-photo', id: 'your-id' } as const

/**
 * The files of an evidence pack, one in memory at a time. The page that explains them comes last and lists the files
 * that the pack really contains, because a photo may be destroyed in between.
 */
async function* listPackEntries(platform: Platform, content: PackContent): AsyncGenerator<ZipEntry> {
  const { record, withdrawal, documents, isWithdrawn, validUntil, holds, at } = content
  const names: PackFile[] = []
  const named = new Set<PackFile>()
  const makeEntry = (name: PackFile, bytes: Uint8Array, compress = true): ZipEntry => {
    names.push(name)
    return { name, bytes, at, compress }
  }
  const twin = await readSealedFile(platform, record, 'json')
  const { facts, signature } = JSON.parse(Buffer.from(twin).toString('utf8')) as {
    facts: RecordFacts
    signature: DetachedJws
  }
  yield makeEntry('record.pdf', await readSealedFile(platform, record, 'pdf'), false)
  yield makeEntry('record.json', twin)
  const archived = await findArchivedFile(platform, record)
  if (archived) yield makeEntry('record-archived.pdf', archived, false)
  yield makeEntry('record.tlog-proof', await buildProof(platform, record))
  let ending: WithdrawalFacts | null = null
  if (withdrawal) {
    const json = await readSealedFile(platform, withdrawal, 'json')
    ending = JSON.parse(Buffer.from(json).toString('utf8')).facts as WithdrawalFacts
    yield makeEntry('withdrawal.pdf', await readSealedFile(platform, withdrawal, 'pdf'), false)
    yield makeEntry('withdrawal.json', json)
    const ended = await findArchivedFile(platform, withdrawal)
    if (ended) yield makeEntry('withdrawal-archived.pdf', ended, false)
    yield makeEntry('withdrawal.tlog-proof', await buildProof(platform, withdrawal))
  }
  const certificates = selectCertificates(signature, platform.sealer.certificatePem)
  yield makeEntry('seal-certificate.pem', Buffer.from(certificates.join('')))
  yield makeEntry('certificates.json', Buffer.from(JSON.stringify(await listCertificates(platform), null, 2)))
  yield makeEntry('check-record.mjs', Buffer.from(await readChecker()))
  for (const document of documents) {
    const bytes = await platform.storage.get(document)
    const name = `${photoOrId[document.category]}.${extensionOf[document.contentType]}` as const
    if (!bytes) continue
    if (hashHex(bytes) === document.sha256) named.add(name)
    yield makeEntry(name, bytes, false)
  }
  const { publicUrl } = platform.settings
  yield {
    name: 'READ-ME-FIRST.html',
    bytes: Buffer.from(
      renderReadMe({
        facts,
        record,
        ending,
        isWithdrawn,
        validUntil,
        holds,
        names,
        named,
        certificates,
        publicUrl,
        at,
      }),
    ),
    at,
    compress: true,
  }
}

async function readSealedFile(
  { storage }: Platform,
  { path }: SealedRow,
  format: 'pdf' | 'json',
): Promise<Uint8Array> {
  const bytes = await storage.get({ bucket: 'records', path: `${path}.${format}` })
  if (!bytes) throw new Error('a sealed document is gone from the storage')
  return bytes
}

/** The newest archived copy of a sealed document; null when there is none yet. */
async function findArchivedFile({ database, storage }: Platform, row: SealedRow): Promise<Uint8Array | null> {
  const copy = await findNewestCopy(database, row)
  return copy && storage.get({ bucket: 'records', path: `${copy.path}.pdf` })
}

async function buildProof(platform: Platform, { pdfSha256 }: SealedRow): Promise<Uint8Array> {
  const proof = await writeProofFile(platform, pdfSha256)
  if (isRefusal(proof)) throw new Error('a sealed document is not in the log')
  return Buffer.from(proof)
}

/**
 * The certificate that sealed the record, and the current one if it differs, which vouches for the key of the log; PEM.
 */
function selectCertificates(signature: DetachedJws, today: string): string[] {
  const { x5c } = JSON.parse(Buffer.from(signature.protected, 'base64url').toString('utf8')) as {
    x5c: [string]
  }
  const sealed = new X509Certificate(Buffer.from(x5c[0], 'base64'))
  const current = new X509Certificate(today)
  return [...new Set([sealed.toString(), current.toString()])]
}
