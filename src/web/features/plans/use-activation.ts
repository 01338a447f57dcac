import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { planTimersMs } from '../../../domain/plan/retry-schedule.ts'
import offerWords from '../../../words/en/offers.ts'
import allWords from '../../../words/en/plans.ts'
import { useStillHere } from '../../shared/steps/use-still-here.ts'
import { showToast } from '../../shared/ui/toast.ts'
import {
  type Activation,
  continueAfterManualRefresh,
  continueAfterReading,
  findWaitMs,
  isSpent,
  notStarted,
  type Reading,
} from './activation.ts'
import { begunCheckout } from './begun-checkout.ts'
import { useLock } from './use-lock.ts'
import { useReadAnew } from './use-plan-refresh.ts'

const words = allWords.success

/**
 * Waits on the success page until the plan is in force and then leads to the dashboard. Every reading has the server ask the payment
 * provider, so that a lost message does not keep anybody waiting.
 */
export function useActivation() {
  const { read } = useReadAnew()
  const navigate = useNavigate()
  const [activation, setActivation] = useState<Activation>(notStarted)
  const { isLocked, restMs, hold } = useLock()
  const [isRefreshing, setIsRefreshing] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isStillHere = useStillHere()
  useEffect(() => () => clearTimeout(leaving.current), [])
  // The payment page led here, so the checkout was not cancelled.
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

  // The first reading, then one per wait.
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
      title: words.processing,
      description: words.processingNext,
      durationMs: planTimersMs.processingToast,
    })
  }, [spent, isNothingBought])

  async function refreshByHand() {
    setIsRefreshing(true)
    const reading = await readOnce()
    setIsRefreshing(false)
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
      showToast({ kind: 'error', title: words.refreshError, description: words.refreshErrorNext })
    } else if (!next.isRefused && !next.isNothingBought) {
      showToast({ kind: 'info', title: words.stillProcessing, description: words.stillProcessingNext })
    }
  }

  return { activation, refreshByHand, isRefreshing, isLocked: isLocked || isRefreshing, restMs }
}
