import { productName } from '../../../domain/product.ts'
import { noteOnceInAWhile } from '../../audit/index.ts'
import { type DocumentRow, listDocumentsById } from '../../documents/index.ts'
import { roomRetryAfterSeconds } from '../../http/hold-room.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { Queryable } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeZip } from '../../platform/zip/index.ts'
import { takeDownload } from '../download-record.ts'
import { listHolds } from '../holds/store.ts'
import type { Reader } from '../policy.ts'
import { listSealedDocuments } from '../store.ts'
import { listPackEntries } from './pack-entries.ts'

export type ServedPack = { body: ReadableStream<Uint8Array>; fileName: string }

/** A sealed PDF is far below this. */
const sealedMaxBytes = 1024 * 1024

/**
 * Everything that one of the two people has of a record, in one archive that is made while it is read, a file at a time. `hasRoomFor` is asked
 * before a file is in memory. Who took it is in the trail.
 */
export async function servePack(
  platform: Platform,
  reader: Reader,
  hasRoomFor: (bytes: number) => Promise<boolean>,
): Promise<ServedPack | Refusal> {
  const { database, clock } = platform
  const { party, row } = reader
  const limited = await takeDownload(platform, reader)
  if (limited) return limited
  const [sealed, documents, holds] = await Promise.all([
    listSealedDocuments(database, row.id),
    listOwnDocuments(database, reader),
    listHolds(database, row.id),
  ])
  const record = sealed.findLast(({ document }) => document === 'record')
  if (!record) return refuse('record_not_sealed', { retryAfterSeconds: 2 })
  const largest = Math.max(sealedMaxBytes, ...documents.map(({ byteCount }) => byteCount))
  if (!(await hasRoomFor(largest)))
    return refuse('rate_limited', { retryAfterSeconds: roomRetryAfterSeconds })
  const at = clock.now()
  const { revision } = record
  const detail = { document: 'record', format: 'zip', revision }
  await noteOnceInAWhile(platform, { verificationId: row.id, event: 'downloaded', actor: party, at, detail })
  const withdrawal = sealed.findLast(({ document }) => document === 'withdrawal') ?? null
  const entries = listPackEntries(platform, {
    record,
    withdrawal,
    documents,
    isWithdrawn: row.status === 'withdrawn',
    holds,
    at,
  })
  return {
    body: ReadableStream.from(writeZip(entries)),
    fileName: `${productName.toLowerCase()}-evidence-${row.id.slice(0, 8)}.zip`,
  }
}

/** The reader's own photo and ID as far as they exist. */
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
