import { firstPreviousHash } from '../../domain/audit/event.ts'
import type { Queryable } from '../platform/database/index.ts'
import { spellingOf } from './other-letters.ts'
import { entriesAfter, type StoredEntry, verificationAgainstItsTrail } from './store.ts'
import { hashOf } from './write-row.ts'

/** A row of a trail, by its place. */
export type TrailPlace = { verificationId: string; sequence: number }

/** What the check found: how many rows it saw, and the first that is not as it was written, with the reason. */
export type TrailReport = {
  rows: number
  trails: number
  /** Rows that differ from their hash in nothing but the letters in which the id was typed. */
  otherLetters: number
  firstBad: (TrailPlace & { reason: string }) | null
}

const pageRows = 1000

/**
 * Walks the trail of every verification and stops at the first row that was changed, removed or put in another's place.
 *
 * @param tellOtherLetters is told each row of `otherLetters`
 */
export async function verifyTrails(
  q: Queryable,
  tellOtherLetters: (row: TrailPlace) => void = () => {},
): Promise<TrailReport> {
  const report: TrailReport = { rows: 0, trails: 0, otherLetters: 0, firstBad: null }
  let previous: StoredEntry | null = null
  let spelling: string | null = null
  for (;;) {
    const page = await entriesAfter(q, previous, pageRows)
    for (const entry of page) {
      const before: StoredEntry | null = previous?.verificationId === entry.verificationId ? previous : null
      const { verificationId, sequence } = entry
      const reason = faultOf(entry, before)
      if (reason) return { ...report, firstBad: { verificationId, sequence, reason } }
      if (!isAsWritten(entry)) {
        spelling = spellingIn(entry, spelling)
        if (!spelling) return { ...report, firstBad: { verificationId, sequence, reason: changed } }
        report.otherLetters += 1
        tellOtherLetters({ verificationId, sequence })
      }
      report.rows += 1
      if (!before) report.trails += 1
      previous = entry
    }
    if (page.length < pageRows) break
  }
  const short = await verificationAgainstItsTrail(q)
  if (!short) return report
  const { verificationId, length } = short
  const reason = length === 0 ? 'the trail is missing' : 'the event that its status stands for is missing'
  return { ...report, firstBad: { verificationId, sequence: length + 1, reason } }
}

const changed = 'its content does not match its hash'

/** Why a row does not stand behind the row before it in its trail, which is null for the first; null when it does. */
function faultOf(entry: StoredEntry, before: StoredEntry | null): string | null {
  if (entry.sequence !== (before?.sequence ?? 0) + 1) return 'a row before it is missing'
  return entry.previousHash === (before?.hash ?? firstPreviousHash)
    ? null
    : 'it does not follow the row before it'
}

function isAsWritten({ hash, at, ...rest }: StoredEntry): boolean {
  return hashOf({ ...rest, at: at.toISOString() }) === hash
}

function spellingIn({ hash, at, ...rest }: StoredEntry, hint: string | null): string | null {
  const ofThisTrail = hint?.toLowerCase() === rest.verificationId ? hint : null
  return spellingOf({ ...rest, at: at.toISOString() }, hash, ofThisTrail)
}
