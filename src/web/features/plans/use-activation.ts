import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  activationRetries,
  amberBannerAfterAttempts,
  findNextDelayMs,
  manualRefreshAddsRetries,
  planTimersMs,
  type RetrySchedule,
  raiseSchedule,
} from '../../../domain/plan/retry-schedule.ts'
import type { Tier } from '../../../domain/plan/tier.ts'
import offerWords from '../../../words/en/offers.ts'
import planWords from '../../../words/en/own-plan.ts'
import allWords from '../../../words/en/plans.ts'
import { useAction, useStillHere } from '../../shared/effects.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { begunCheckout, useLock, useReadAnew } from './use-plan.tsx'

const words = allWords.success

/**
 * Waits on the success page until the plan is in force and then redirects to the dashboard. For every reading the
 * server asks the payment provider, so that a lost webhook doesn't prolong the wait.
 */
export function useActivation() {
  const { read } = useReadAnew()
  const navigate = useNavigate()
  const [activation, setActivation] = useState<Activation>(notStarted)
  const { isLocked, restMs, hold } = useLock()
  const { isBusy: isRefreshing, run } = useAction()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isStillHere = useStillHere()
  useEffect(() => () => clearTimeout(leaving.current), [])
  // The payment page returned here, so the checkout was not cancelled.
  useEffect(() => begunCheckout.forget(), [])

  const readOnce = useCallback(async (): Promise<Reading> => {
    try {
      const { tier, standing } = await read()
      return {
        tier,
        isRefused: standing === 'refused',
        isNothingBought: standing === 'none' || standing === 'ended',
      }
    } catch {
      return null
    }
  }, [read])

  const leave = useCallback(
    (afterMs: number) => {
      clearTimeout(leaving.current)
      if (isStillHere()) leaving.current = setTimeout(() => void navigate('/dashboard'), afterMs)
    },
    [navigate, isStillHere],
  )

  // The first reading at once, then one after each delay.
  const delayMs = activation.retriesMade === null ? 0 : findWaitMs(activation)
  const { retriesMade } = activation
  useEffect(() => {
    if (delayMs === null) return
    let isStale = false
    const timer = setTimeout(async () => {
      const reading = await readOnce()
      if (!isStale)
        setActivation((before) =>
          before.retriesMade === retriesMade ? continueAfterReading(before, reading) : before,
        )
    }, delayMs)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [delayMs, retriesMade, readOnce])

  const tierByWaiting = activation.foundBy === 'waiting' ? activation.tier : null
  useEffect(() => {
    if (tierByWaiting === null) return
    showToast({
      kind: 'success',
      title: words.activated,
      description: words.activatedNext({ plan: offerWords.tiers[tierByWaiting] }),
    })
    leave(planTimersMs.activationRedirect)
  }, [tierByWaiting, leave])

  const spent = isSpent(activation)
  const { isNothingBought } = activation
  useEffect(() => {
    if (!spent || isNothingBought) return
    showToast({
      kind: 'info',
      title: planWords.processing,
      description: planWords.processingNext,
      durationMs: planTimersMs.processingToast,
    })
  }, [spent, isNothingBought])

  const refreshByHand = () =>
    run(async () => {
      const reading = await readOnce()
      hold(planTimersMs.refreshLock)
      const next = continueAfterManualRefresh(activation, reading)
      setActivation((before) => continueAfterManualRefresh(before, reading))
      if (next.tier !== null) {
        showToast({
          kind: 'success',
          title: words.nowActive,
          description: words.nowActiveNext({ plan: offerWords.tiers[next.tier] }),
        })
        leave(planTimersMs.manualRefreshRedirect)
      } else if (reading === null) {
        showToast({ kind: 'error', title: words.refreshError, description: planWords.refreshFailedNext })
      } else if (!next.isRefused && !next.isNothingBought) {
        showToast({ kind: 'info', title: words.stillProcessing, description: words.stillProcessingNext })
      }
    })

  return { activation, refreshByHand, isRefreshing, isLocked: isLocked || isRefreshing, restMs }
}

/** The state of waiting for the plan on the success page (PAY-8). */
export type Activation = {
  /** The number of retries, without the first reading. Null before that. */
  retriesMade: number | null
  schedule: RetrySchedule
  wasRefreshedByHand: boolean
  /** The paid tier once it is in force, and the reading that found it. */
  tier: Tier | null
  foundBy: 'waiting' | 'hand' | null
  /** Whether the payment was refused, so that the wait is over. */
  isRefused: boolean
  isNothingBought: boolean
}

/** The result of one request; null when it failed. */
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

export function continueAfterReading(activation: Activation, reading: Reading): Activation {
  const retriesMade = activation.retriesMade === null ? 0 : activation.retriesMade + 1
  return continueWith({ ...activation, retriesMade }, reading, 'waiting')
}

/** After a manual refresh, which adds retries when the plan isn't in force yet. */
export function continueAfterManualRefresh(activation: Activation, reading: Reading): Activation {
  const next = continueWith({ ...activation, wasRefreshedByHand: true }, reading, 'hand')
  if (next.tier !== null || next.isRefused) return next
  return { ...next, schedule: raiseSchedule(activation.schedule, manualRefreshAddsRetries) }
}

/** The delay before the next retry, in milliseconds; null after the last. */
export function findWaitMs({ retriesMade, schedule, tier, isRefused }: Activation): number | null {
  if (retriesMade === null || tier !== null || isRefused) return null
  return findNextDelayMs(schedule, retriesMade)
}

/** Whether all retries are made and the plan is still not in force. */
export function isSpent(activation: Activation): boolean {
  const { retriesMade, tier, isRefused } = activation
  return retriesMade !== null && tier === null && !isRefused && findWaitMs(activation) === null
}

export function isProcessing({ retriesMade, tier, isRefused, isNothingBought }: Activation): boolean {
  return tier === null && !isRefused && !isNothingBought && (retriesMade ?? 0) > amberBannerAfterAttempts
}

/** Whether the page asks if it takes longer than expected. */
export function isTakingLonger(activation: Activation): boolean {
  return isSpent(activation) && !activation.wasRefreshedByHand && !activation.isNothingBought
}

function continueWith(activation: Activation, reading: Reading, by: 'waiting' | 'hand'): Activation {
  if (reading === null || activation.tier !== null) return activation
  const { tier, isRefused, isNothingBought } = reading
  if (tier === 'free' || tier === 'pending') return { ...activation, isRefused, isNothingBought }
  return { ...activation, tier, foundBy: by, isRefused: false, isNothingBought: false }
}
