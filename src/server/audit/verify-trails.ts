import type { Queryable, Transaction } from '../platform/database/index.ts'
import { compareWithTrails, findEntry, listEntriesAfter, listNextWithNews, openNews } from './store.ts'
import { startTrailWalk, type TrailPlace, type TrailReport } from './trail-walk.ts'

const pageRows = 1000

/**
 * Walks the trail of every verification and stops at the first row that was changed, removed or put in another's place. Holds one page of rows
 * at a time.
 *
 * @param tellPlace is told how far the walk came, after every page of it
 * @param behind where a walk before this one was cut off; by default the beginning
 */
export async function verifyTrails(
  q: Queryable,
  tellPlace: (row: TrailPlace) => void = () => {},
  behind: TrailPlace | null = null,
): Promise<TrailReport> {
  const reached = behind && (await findEntry(q, behind))
  const walk = startTrailWalk(reached)
  if (behind && !reached)
    return {
      ...walk.report,
      firstBad: { ...behind, reason: 'it was there when the check was cut off, and is gone' },
    }
  for (;;) {
    const page = await listEntriesAfter(q, walk.last, pageRows)
    if (!walk.take(page)) return walk.report
    if (walk.last) tellPlace(walk.last)
    if (page.length < pageRows) break
  }
  return checkAgainstTrails(q, walk.report)
}

/**
 * The same for the trails alone that have a row from an instant or later, each from its first row on. What was there before in other trails is
 * not looked at.
 */
export async function verifyNewTrails(tx: Transaction, since: Date): Promise<TrailReport> {
  const walk = startTrailWalk(null)
  await openNews(tx, since)
  for (let ids = await listNextWithNews(tx); ids.length > 0; ids = await listNextWithNews(tx)) {
    for (const id of ids) {
      for (let behind: TrailPlace = { verificationId: id, sequence: 0 }; ; ) {
        const page = await listEntriesAfter(tx, behind, pageRows, id)
        if (!walk.take(page)) return walk.report
        behind = page.at(-1) ?? behind
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
