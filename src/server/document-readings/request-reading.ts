import type { Reading } from '../../contract/document-reading.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { maxReadingTries } from '../../domain/identity-document/reading-tries.ts'
import type { Claims } from '../../domain/identity-document/verdict.ts'
import { type DocumentOwner, hasUnusedDocument } from '../documents/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { turnRetryAfterSeconds } from '../platform/take-turns.ts'
import { hashClaims } from './claims-hash.ts'
import { presentReading } from './present-reading.ts'
import { readDocumentJob } from './read-document-job.ts'
import {
  addReading,
  countTriesSpent,
  countWaiting,
  findReading,
  lockReader,
  nameReadingKey,
  wasRead,
} from './store.ts'

/** From where a reading is asked for, and whether by an account that has not confirmed its address. */
export type ReadingAsker = { network: string; isUnconfirmed: boolean }

/** How many of one account or link wait at once. */
const maxWaiting = 2

/** What a network asks for beyond it is read after what others ask for. */
const firstOfNetwork = { name: 'reading-turn', points: 2, seconds: 60 }

/**
 * Has an uploaded ID read and compared with claims, for one day. Asking the same again answers how it stands and costs nothing, nor does the
 * same document with the same claims on another day, or after no reader looked at it. Whoever asks has it read in their turn; without an asker it
 * is the server's own wish. Counting the tries and adding one is one locked transaction.
 */
export async function requestReading(
  platform: Pick<Platform, 'clock' | 'database' | 'documentReader' | 'jobs' | 'rateLimits'>,
  owner: DocumentOwner,
  { documentId, claims, day }: { documentId: string; claims: Claims; day: CalendarDate },
  by: ReadingAsker | null,
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
    const waiting = await countWaiting(tx, owner)
    if (by && waiting >= maxWaiting)
      return refuse('rate_limited', { retryAfterSeconds: turnRetryAfterSeconds })
    const turn = by ? await computeTurn(platform, tx, by, waiting) : 0
    const added = await addReading(tx, { documentId, claimsSha256, day, owner, claims, isTry, turn, at })
    await platform.jobs.enqueue(
      tx,
      readDocumentJob,
      { readingId: added.id },
      { key: nameReadingKey(added.id), priority: turn },
    )
    return presentReading(tx, owner, added, at)
  })
}

/** How far back somebody stands in the queue: readings of a lower number come first, unconfirmed accounts after everybody else. */
async function computeTurn(
  { rateLimits }: Pick<Platform, 'rateLimits'>,
  tx: Transaction,
  { network, isUnconfirmed }: ReadingAsker,
  waiting: number,
): Promise<number> {
  const { allowed } = await rateLimits.consume(firstOfNetwork, network, tx)
  return (isUnconfirmed ? 4 : 0) + (allowed ? 0 : 2) + (waiting > 0 ? 1 : 0)
}
