import { firstPreviousHash } from '../../domain/audit-event.ts'
import type { Queryable, Transaction } from '../platform/database/index.ts'
import {
  compareWithTrails,
  fetchChangedTrails,
  findEntry,
  listEntriesAfter,
  openChangedTrails,
  type StoredEntry,
} from './store.ts'
import { hashEntry } from './trail.ts'

const pageRows = 1000

/**
 * Verifies the trail of every verification and stops at the first row that was changed, removed or moved. Holds one
 * page of rows at a time.
 *
 * @param onPage called with the place of the walk after every page
 * @param after the place where an earlier walk was interrupted; by default the beginning
 */
export async function verifyTrails(
  q: Queryable,
  onPage: (row: TrailPlace) => void = () => {},
  after: TrailPlace | null = null,
): Promise<TrailReport> {
  const reached = after && (await findEntry(q, after))
  const walk = startTrailWalk(reached)
  if (after && !reached)
    return {
      ...walk.report,
      firstBad: { ...after, reason: 'it was there when the check was cut off, and is gone' },
    }
  for (;;) {
    const page = await listEntriesAfter(q, walk.last, pageRows)
    if (!walk.take(page)) return walk.report
    if (walk.last) onPage(walk.last)
    if (page.length < pageRows) break
  }
  return checkAgainstTrails(q, walk.report)
}

/**
 * The same for only those trails that have a row from an instant or later, each from its first row on. Older rows of
 * other trails aren't checked.
 */
export async function verifyNewTrails(tx: Transaction, since: Date): Promise<TrailReport> {
  const walk = startTrailWalk(null)
  await openChangedTrails(tx, since)
  for (let ids = await fetchChangedTrails(tx); ids.length > 0; ids = await fetchChangedTrails(tx)) {
    for (const id of ids) {
      for (let after: TrailPlace = { verificationId: id, sequence: 0 }; ; ) {
        const page = await listEntriesAfter(tx, after, pageRows, id)
        if (!walk.take(page)) return walk.report
        after = page.at(-1) ?? after
        if (page.length < pageRows) break
      }
    }
    const report = await checkAgainstTrails(tx, walk.report, ids)
    if (report.firstBad) return report
  }
  return walk.report
}

async function checkAgainstTrails(
  q: Queryable,
  report: TrailReport,
  ids?: readonly string[],
): Promise<TrailReport> {
  const short = await compareWithTrails(q, ids)
  if (!short) return report
  const { verificationId, length } = short
  const reason = length === 0 ? 'the trail is missing' : 'the event that its status stands for is missing'
  return { ...report, firstBad: { verificationId, sequence: length + 1, reason } }
}

export type TrailPlace = { verificationId: string; sequence: number }

/** The result of the check: the number of rows checked, and the first altered row with the reason. */
export type TrailReport = {
  rows: number
  trails: number
  firstBad: (TrailPlace & { reason: string }) | null
}

/** Takes the rows of trails in order, and holds one of them at a time. */
type TrailWalk = {
  readonly report: TrailReport
  readonly last: StoredEntry | null
  /** Returns false at the first altered row, which the report then names. */
  take(entries: readonly StoredEntry[]): boolean
}

/** @param last the last row of an earlier walk */
function startTrailWalk(last: StoredEntry | null): TrailWalk {
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

/** Why a row doesn't follow the previous row of its trail (null for the first row); null if it does. */
function findFault(entry: StoredEntry, before: StoredEntry | null): string | null {
  if (entry.sequence !== (before?.sequence ?? 0) + 1) return 'a row before it is missing'
  if (entry.previousHash !== (before?.hash ?? firstPreviousHash))
    return 'it does not follow the row before it'
  return isAsWritten(entry) ? null : 'its content does not match its hash'
}

function isAsWritten({ hash, at, ...rest }: StoredEntry): boolean {
  return hashEntry({ ...rest, at: at.toISOString() }) === hash
}
