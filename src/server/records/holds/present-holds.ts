import type { LegalHolds } from '../../../contract/legal-hold.ts'
import { findHoldEnd } from '../../../domain/record/legal-hold.ts'
import type { HoldRow } from './store.ts'

/** The holds of a record as both parties see them. One whose time is over has ended, whether or not the sweep has come by. */
export function presentHolds(holds: readonly HoldRow[], now: Date): LegalHolds {
  return {
    holds: holds.map(({ party, reason, setAt, endsAt, endedAt }) => ({
      by: party,
      reason,
      setAt: setAt.toISOString(),
      endsAt: endsAt.toISOString(),
      endedAt: (endedAt ?? (endsAt <= now ? endsAt : null))?.toISOString() ?? null,
    })),
    heldUntil: findHoldEnd(holds, now)?.toISOString() ?? null,
  }
}
