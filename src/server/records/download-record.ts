import { type RecordFile, recordFiles } from '../../contract/record.ts'
import { productName } from '../../domain/product.ts'
import { noteRepeatableEvent } from '../audit/index.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { findNewestCopy } from './archive/store.ts'
import { describeOpening, type Reader } from './policy.ts'
import { listSealedDocuments } from './store.ts'

export type Download = { bytes: Uint8Array; contentType: string; fileName: string }

/**
 * The newest sealed PDF of a record or its addendum, its archived copy, or the JSON twin. The download is recorded in
 * the trail.
 */
export async function downloadRecord(
  platform: Platform,
  reader: Reader,
  file: string | undefined,
): Promise<Download | Refusal> {
  const { party, row } = reader
  const wanted = recordFiles.find((known) => known === file)
  if (!wanted) return refuse('record_not_found')
  const { document, format, isArchived } = splitName(wanted)
  const sealed = (await listSealedDocuments(platform.database, row.id))
    .filter((each) => each.document === document)
    .at(-1)
  if (!sealed) {
    const isComing = document === 'record' || row.status === 'withdrawn'
    return isComing ? refuse('record_not_sealed', { retryAfterSeconds: 2 }) : refuse('record_not_found')
  }
  const source = isArchived ? await findNewestCopy(platform.database, sealed) : sealed
  if (!source) return refuse('record_not_found')
  const bytes = await platform.storage.get({ bucket: 'records', path: `${source.path}.${format}` })
  if (!bytes) throw new Error('a sealed document is gone from the storage')
  await noteRepeatableEvent(platform, {
    verificationId: row.id,
    event: 'downloaded',
    actor: party,
    at: platform.clock.now(),
    detail: { document, format, revision: sealed.revision, ...describeOpening(reader) },
  })
  const name = wanted.slice(0, wanted.lastIndexOf('.'))
  return {
    bytes,
    contentType: format === 'pdf' ? 'application/pdf' : 'application/json; charset=utf-8',
    fileName: `${productName.toLowerCase()}-${name}-${row.id.slice(0, 8)}.${format}`,
  }
}

function splitName(file: RecordFile) {
  return {
    document: file.startsWith('record') ? 'record' : 'withdrawal',
    format: file.endsWith('.pdf') ? 'pdf' : 'json',
    isArchived: file.includes('-archived'),
  } as const
}
