import type { Reading } from '../../contract/document-reading.ts'
import { maxReadingTries } from '../../domain/identity-document/reading-tries.ts'
import type { DocumentOwner } from '../documents/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import { countJobsBefore } from '../platform/jobs/index.ts'
import { countTriesSpent, nameReadingKey, type ReadingRow } from './store.ts'

/** A reading as its owner sees it, with its place in the queue. */
export async function presentReading(
  q: Queryable,
  owner: DocumentOwner,
  row: ReadingRow,
  now: Date,
): Promise<Reading> {
  const { documentId, day, endedAt, startedAt, outcome, kind, readFrom, issuingState } = row
  const { ageOver18, nameAgrees, birthDateAgrees, sameDocument } = row
  const spent = await countTriesSpent(q, owner, now)
  return {
    documentId,
    day,
    state: endedAt ? 'done' : startedAt ? 'reading' : 'waiting',
    before: endedAt ? 0 : await countJobsBefore(q, nameReadingKey(row.id)),
    triesLeft: Math.max(0, maxReadingTries - spent),
    outcome,
    kind,
    readFrom,
    issuingState,
    ageOver18,
    nameAgrees,
    birthDateAgrees,
    sameDocument,
  }
}
