import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Claims, Verdict } from '../../domain/identity-document/verdict.ts'
import type { Queryable } from '../platform/database/index.ts'
import { hashClaims } from './claims-hash.ts'
import { findReading } from './store.ts'

/** What became of reading a document. The facts are null where it said nothing. */
export type DocumentReading = Verdict & {
  readerVersion: string
  day: CalendarDate
  readAt: Date
}

/** The verdicts on a document for exactly these claims, on this day, or the newest; null when nothing was read, or not yet. */
export async function findReadingFor(
  q: Queryable,
  { documentId, claims, day }: { documentId: string; claims: Claims; day: CalendarDate | null },
): Promise<DocumentReading | null> {
  const row = await findReading(q, { documentId, claimsSha256: hashClaims(documentId, claims), day })
  if (!row?.outcome || !row.endedAt || row.outcome === 'reader_unavailable') return null
  const { outcome, kind, readFrom, issuingState, ageOver18, nameAgrees, birthDateAgrees } = row
  const readerVersion = row.readerVersion ?? ''
  const facts = { kind, readFrom, issuingState, ageOver18, nameAgrees, birthDateAgrees }
  return { outcome, ...facts, day: row.day, readerVersion, readAt: row.endedAt }
}
