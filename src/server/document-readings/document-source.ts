import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { EvidenceSource } from '../../domain/evidence/evidence.ts'
import { isSameName } from '../../domain/identity-document/names-agree.ts'
import type { Claims } from '../../domain/identity-document/verdict.ts'
import type { Queryable } from '../platform/database/index.ts'
import { findReadingFor } from './reading-for.ts'

/**
 * What reading somebody's ID adds to their word, for exactly what was typed and is being signed; null where nothing was read.
 *
 * @param given.day the day on which they sign; null while they have not
 * @param given.signature a name counts only where it was signed too
 */
export async function findDocumentSource(
  q: Queryable,
  given: { documentId: string; claims: Claims; day: CalendarDate | null; signature: string },
): Promise<EvidenceSource | null> {
  const reading = await findReadingFor(q, given)
  if (!reading) return null
  const { outcome, kind, readFrom, issuingState, nameAgrees, readerVersion, day, readAt } = reading
  const at = readAt.toISOString()
  const isInOrder = outcome === 'read' || outcome === 'name_differs'
  if (!isInOrder || !kind || !readFrom || issuingState === null) return { step: 'unread', outcome, at }
  return {
    step: 'document',
    document: kind,
    readFrom,
    issuingState,
    // Signed with something else, it is no name that anybody agreed to.
    nameAgrees: nameAgrees && !isSameName(given.signature, given.claims.fullName) ? null : nameAgrees,
    readerVersion,
    day,
    at,
  }
}
