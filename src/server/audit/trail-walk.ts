import { firstPreviousHash } from '../../domain/audit/event.ts'
import type { StoredEntry } from './store.ts'
import { hashEntry } from './write-row.ts'

/** A row of a trail, by its place. */
export type TrailPlace = { verificationId: string; sequence: number }

/** What the check found: how many rows it saw, and the first that is not as it was written, with the reason. */
export type TrailReport = {
  rows: number
  trails: number
  firstBad: (TrailPlace & { reason: string }) | null
}

/** Takes rows of trails in their order, and holds one of them at a time. */
export type TrailWalk = {
  readonly report: TrailReport
  /** The last row that was taken. */
  readonly last: StoredEntry | null
  /** False at the first row that is not as it was written, which the report names then. */
  take(entries: readonly StoredEntry[]): boolean
}

/** @param last the row that another walk came to */
export function startTrailWalk(last: StoredEntry | null): TrailWalk {
  const report: TrailReport = { rows: 0, trails: 0, firstBad: null }
  const takeOne = (entry: StoredEntry): boolean => {
    const before = last?.verificationId === entry.verificationId ? last : null
    const { verificationId, sequence } = entry
    const reason = findFault(entry, before)
    if (reason) report.firstBad = { verificationId, sequence, reason }
    if (report.firstBad) return false
    report.rows += 1
    if (!before) report.trails += 1
    last = entry
    return true
  }
  return {
    report,
    get last() {
      return last
    },
    take: (entries) => entries.every(takeOne),
  }
}

/** Why a row does not stand behind the row before it in its trail, which is null for the first; null when it does. */
function findFault(entry: StoredEntry, before: StoredEntry | null): string | null {
  if (entry.sequence !== (before?.sequence ?? 0) + 1) return 'a row before it is missing'
  if (entry.previousHash !== (before?.hash ?? firstPreviousHash))
    return 'it does not follow the row before it'
  return isAsWritten(entry) ? null : 'its content does not match its hash'
}

function isAsWritten({ hash, at, ...rest }: StoredEntry): boolean {
  return hashEntry({ ...rest, at: at.toISOString() }) === hash
}
