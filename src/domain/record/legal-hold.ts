import { isParagraph } from '../typed-text.ts'
import { holdDays } from './limits.ts'

/** Length of the reason, in Unicode code points. */
export const holdReasonLength = { min: 10, max: 500 } as const

const dayMs = 24 * 60 * 60 * 1000

export type HoldReasonFault = 'short' | 'long' | 'notPlain'

/** Checks a reason; null when it is valid. */
export function findHoldReasonFault(reason: string): HoldReasonFault | null {
  const length = [...reason.trim()].length
  if (length < holdReasonLength.min) return 'short'
  if (length > holdReasonLength.max) return 'long'
  return isParagraph(reason) ? null : 'notPlain'
}

/** The end of a hold that is set at this instant. */
export function computeHoldEnd(setAt: Date): Date {
  return new Date(setAt.getTime() + holdDays * dayMs)
}

/** The latest end of the holds that keep a record's files at this instant; null without a hold. */
export function findHoldEnd(holds: readonly { endsAt: Date; endedAt: Date | null }[], at: Date): Date | null {
  const ends = holds.flatMap(({ endsAt, endedAt }) => (endedAt === null && endsAt > at ? [endsAt] : []))
  return ends.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null
}
