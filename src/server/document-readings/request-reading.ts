import type { Reading } from '../../contract/document-reading.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { maxReadingTries } from '../../domain/identity-document/reading-tries.ts'
import type { Claims } from '../../domain/identity-document/verdict.ts'
import { type DocumentOwner, hasUnusedDocument } from '../documents/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { hashClaims } from './claims-hash.ts'
import { presentReading } from './present-reading.ts'
import { readDocumentJob } from './read-document-job.ts'
import { addReading, countTriesSpent, findReading, lockReader, nameReadingKey, wasRead } from './store.ts'

/**
 * Has an uploaded ID read and compared with claims, for one day. Asking the same again answers how it stands and costs nothing, nor does the
 * same document with the same claims on another day, or after no reader looked at it. Counting the tries and adding one is one locked transaction.
 */
export async function requestReading(
  platform: Pick<Platform, 'clock' | 'database' | 'documentReader' | 'jobs'>,
  owner: DocumentOwner,
  { documentId, claims, day }: { documentId: string; claims: Claims; day: CalendarDate },
): Promise<Reading | Refusal> {
  if (!platform.documentReader) return refuse('reading_off')
  const at = platform.clock.now()
  return platform.database.transaction(async (tx) => {
    await lockReader(tx, owner)
    if (!(await hasUnusedDocument(tx, { id: documentId, owner, category: 'id' })))
      return refuse('document_unknown')
    const claimsSha256 = hashClaims(documentId, claims)
    const known = await findReading(tx, { documentId, claimsSha256, day })
    if (known && known.outcome !== 'reader_unavailable') return presentReading(tx, owner, known, at)
    const isTry = !(await wasRead(tx, documentId, claimsSha256))
    const spent = await countTriesSpent(tx, owner, at)
    if (isTry && spent >= maxReadingTries) return refuse('reading_tries_spent')
    const added = await addReading(tx, { documentId, claimsSha256, day, owner, claims, isTry, at })
    await platform.jobs.enqueue(
      tx,
      readDocumentJob,
      { readingId: added.id },
      { key: nameReadingKey(added.id) },
    )
    return presentReading(tx, owner, added, at)
  })
}
