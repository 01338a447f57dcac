import { doesHappenOnce, pickFactsOfKind, repeatPeriodMs } from '../../domain/audit/repeatable.ts'
import { isCanonicalId } from '../../domain/id.ts'
import type { Transaction } from '../platform/database/index.ts'
import { holdTrail } from './held-trail.ts'
import { endPeriod, endPeriodsOf, noteRepeat, openPeriod } from './repeat-store.ts'
import { sayRepeats } from './say-repeats.ts'
import { type NewAuditEvent, writeRow } from './write-row.ts'

/**
 * Adds one event to the trail of a verification, in the transaction of the change that it records: both are kept or neither.
 *
 * What people can repeat has a row of its own once per period; the repetitions after it are counted, and said in one row when the period
 * has ended or before the verification changes its state, so that nobody makes a trail grow by doing a thing a thousand times.
 *
 * The hash of a row covers the row before, so rows of one verification are added one after the other: the verification's row stays locked
 * until the transaction ends. Throws on an id in other letters than PostgreSQL gives back, a bug: the hash would cover what cannot be read
 * again.
 */
export async function appendAuditEvent(tx: Transaction, added: NewAuditEvent): Promise<void> {
  const { verificationId, event, actor, at, detail = {} } = added
  if (!isCanonicalId(verificationId)) throw new Error('the id of a trail is not in its canonical form')
  const held = await holdTrail(tx, verificationId)
  if (doesHappenOnce(event)) {
    if (!held.hasNoPeriods) await sayRepeats(tx, await endPeriodsOf(tx, verificationId), at)
    held.hasNoPeriods = true
    return writeRow(tx, added)
  }
  const kind = { verificationId, event, actor, facts: pickFactsOfKind(event, detail) }
  if (await noteRepeat(tx, kind, at)) return
  await sayRepeats(tx, await endPeriod(tx, kind), at)
  await writeRow(tx, added)
  held.hasNoPeriods = false
  await openPeriod(tx, kind, { at, endsAt: new Date(at.getTime() + repeatPeriodMs) })
}
