import type { Reading } from '../../contract/document-reading.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { maxReadingTries } from '../../domain/identity-document/reading-tries.ts'
import type { Claims } from '../../domain/identity-document/verdict.ts'
import { type DocumentOwner, hasUnusedDocument } from '../documents/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Place } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type Asker, turnRetryAfterSeconds } from '../platform/take-turns.ts'
import { hashClaims } from './claims-hash.ts'
import { presentReading } from './present-reading.ts'
import { readDocumentJob, readerEnded } from './read-document-job.ts'
import {
  addReading,
  countTriesSpent,
  findReading,
  lockReader,
  nameOwner,
  nameReadingKey,
  wasRead,
} from './store.ts'

/**
 * Has an uploaded ID read and compared with claims, for one day. Asking the same again answers how it stands and costs nothing, nor does the
 * same document with the same claims on another day, or after no reader looked at it. Whoever asks has it read in their turn; without an asker it
 * is the server's own wish. Counting the tries and adding one is one locked transaction.
 */
export async function requestReading(
  platform: Pick<Platform, 'clock' | 'database' | 'documentReader' | 'jobs' | 'rateLimits'>,
  owner: DocumentOwner,
  { documentId, claims, day }: { documentId: string; claims: Claims; day: CalendarDate },
  by: Pick<Asker, 'networks' | 'isLast'> | null,
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
    const place = by && (await takePlace(platform, tx, owner, by))
    if (by && !place) return refuse('rate_limited', { retryAfterSeconds: turnRetryAfterSeconds })
    const added = await addReading(tx, { documentId, claimsSha256, day, owner, claims, isTry, at })
    await platform.jobs.enqueue(
      tx,
      readDocumentJob,
      { readingId: added.id },
      { key: nameReadingKey(added.id), ...place },
    )
    return presentReading(tx, owner, added, at)
  })
}

async function takePlace(
  { jobs, rateLimits }: Pick<Platform, 'jobs' | 'rateLimits'>,
  tx: Transaction,
  owner: DocumentOwner,
  { networks, isLast = false }: Pick<Asker, 'networks' | 'isLast'>,
): Promise<Place | null> {
  const sender = nameOwner(owner)
  const hasEnded = (await rateLimits.countTaken(readerEnded, sender, tx)) > 0
  return jobs.takePlace(tx, readDocumentJob, { networks, sender, isLast: isLast || hasEnded })
}
