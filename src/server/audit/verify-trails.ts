import { firstPreviousHash } from '../../domain/audit/event.ts'
import type { Queryable } from '../platform/database/index.ts'
import { hashOf } from './append-audit-event.ts'
import { entriesAfter, type StoredEntry, verificationAgainstItsTrail } from './store.ts'

/** What the check found: how many rows it saw, and the first that is not as it was written, with the reason. */
export type TrailReport = {
  rows: number
  trails: number
  firstBad: { verificationId: string; sequence: number; reason: string } | null
}

const pageRows = 1000

/** Walks the trail of every verification and stops at the first row that was changed, removed or put in another's place. */
export async function verifyTrails(q: Queryable): Promise<TrailReport> {
  const report: TrailReport = { rows: 0, trails: 0, firstBad: null }
  let previous: StoredEntry | null = null
  for (;;) {
    const page = await entriesAfter(q, previous, pageRows)
    for (const entry of page) {
      const before: StoredEntry | null = previous?.verificationId === entry.verificationId ? previous : null
      const reason = faultOf(entry, before)
      if (reason) {
        return {
          ...report,
          firstBad: { verificationId: entry.verificationId, sequence: entry.sequence, reason },
        }
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

/** Why a row does not follow from the row before it in its trail, which is null for the first; null when it does. */
export function faultOf(entry: StoredEntry, before: StoredEntry | null): string | null {
  if (entry.sequence !== (before?.sequence ?? 0) + 1) return 'a row before it is missing'
  if (entry.previousHash !== (before?.hash ?? firstPreviousHash))
    return 'it does not follow the row before it'
  const { hash, at, ...rest } = entry
  return hashOf({ ...rest, at: at.toISOString() }) === hash ? null : 'its content does not match its hash'
}
