import {
  activationRetries,
  amberBannerAfterAttempts,
  findNextDelayMs,
  manualRefreshAddsRetries,
  type RetrySchedule,
  raiseSchedule,
} from '../../../domain/plan/retry-schedule.ts'
import type { Tier } from '../../../domain/plan/tier.ts'

/** How far the success page has come with waiting for the plan (PAY-8). */
export type Activation = {
  /** Retries made; the first reading is none. Null before that. */
  retriesMade: number | null
  schedule: RetrySchedule
  wasRefreshedByHand: boolean
  /** The paid tier once it is in force, and what found it. */
  tier: Tier | null
  foundBy: 'waiting' | 'hand' | null
  /** Whether the payment was refused after all: there is nothing to wait for. */
  isRefused: boolean
  /** Whether there is no checkout at all that could be waited for. */
  isNothingBought: boolean
}

/** What one reading found; null when it failed. */
export type Reading = { tier: Tier; isRefused: boolean; isNothingBought: boolean } | null

export const notStarted: Activation = {
  retriesMade: null,
  schedule: activationRetries,
  wasRefreshedByHand: false,
  tier: null,
  foundBy: null,
  isRefused: false,
  isNothingBought: false,
}

/** After the first reading or a retry. */
export function continueAfterReading(activation: Activation, reading: Reading): Activation {
  const retriesMade = activation.retriesMade === null ? 0 : activation.retriesMade + 1
  return continueWith({ ...activation, retriesMade }, reading, 'waiting')
}

/** After a refresh by hand, which raises the limit when the plan is not in force yet. */
export function continueAfterManualRefresh(activation: Activation, reading: Reading): Activation {
  const next = continueWith({ ...activation, wasRefreshedByHand: true }, reading, 'hand')
  if (next.tier !== null || next.isRefused) return next
  return { ...next, schedule: raiseSchedule(activation.schedule, manualRefreshAddsRetries) }
}

/** How long to wait before the next retry, in milliseconds; null when none is to follow. */
export function findWaitMs({ retriesMade, schedule, tier, isRefused }: Activation): number | null {
  if (retriesMade === null || tier !== null || isRefused) return null
  return findNextDelayMs(schedule, retriesMade)
}

/** Whether all retries are made and the plan is still not in force. */
export function isSpent(activation: Activation): boolean {
  const { retriesMade, tier, isRefused } = activation
  return retriesMade !== null && tier === null && !isRefused && findWaitMs(activation) === null
}

/** Whether the amber notice shows. */
export function isProcessing({ retriesMade, tier, isRefused, isNothingBought }: Activation): boolean {
  return tier === null && !isRefused && !isNothingBought && (retriesMade ?? 0) > amberBannerAfterAttempts
}

/** Whether the question shows if it takes longer than expected. */
export function isTakingLonger(activation: Activation): boolean {
  return isSpent(activation) && !activation.wasRefreshedByHand && !activation.isNothingBought
}

function continueWith(activation: Activation, reading: Reading, by: 'waiting' | 'hand'): Activation {
  if (reading === null || activation.tier !== null) return activation
  const { tier, isRefused, isNothingBought } = reading
  if (tier === 'free' || tier === 'pending') return { ...activation, isRefused, isNothingBought }
  return { ...activation, tier, foundBy: by, isRefused: false, isNothingBought: false }
}
