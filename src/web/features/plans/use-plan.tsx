import { VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, type MouseEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Subscription, Usage } from '../../../contract/plan.ts'
import { findNextDelayMs, pendingRetries, planTimersMs } from '../../../domain/plan/retry-schedule.ts'
import words from '../../../words/en/own-plan.ts'
import { usageQuery } from '../../api/account.ts'
import { sendAuthorisedRequest } from '../../api/session.ts'
import { subscriptionQuery } from '../../api/subscription.ts'
import { useAction } from '../../shared/effects.ts'
import { tabValue } from '../../shared/forms/tab-storage.ts'
import { showToast } from '../../shared/ui/toast.ts'
import classes from './rest.module.css'

/**
 * The latest plan and the rest of the month's allowance. The component that shows it decides when it is refetched
 * (use-plan-refresh.ts).
 */
export function usePlan() {
  const usage = useQuery({ ...usageQuery, refetchOnWindowFocus: false })
  const subscription = useQuery({ ...subscriptionQuery, refetchOnWindowFocus: false })
  return {
    usage: usage.data,
    subscription: subscription.data,
    isLoading: usage.isPending || subscription.isPending,
    /** Loading failed and no older value is known: the tier then counts as free (PLAN-6). */
    hasFailed: isMissing(usage) || isMissing(subscription),
    isReading: usage.isFetching || subscription.isFetching,
  }
}

/** The latest plan. */
export type Plan = ReturnType<typeof usePlan>
export type KindUsage = Usage['ageVerification']

function isMissing({ isError, data }: { isError: boolean; data: unknown }): boolean {
  return isError && data === undefined
}

/**
 * The plan and its refreshing (PLAN-12, PLAN-13, PLAN-14): cached for 5 minutes, refetched when the page becomes
 * visible after 30 s, polled with growing delays while a payment is pending, and refreshed by the button, which is
 * locked during a refresh and for 10 s afterwards. Refreshes are at least 3 s apart. For every refresh the server asks
 * the payment provider.
 */
export function usePlanRefresh() {
  const plan = usePlan()
  const { read, lastReadAt } = useReadAnew()
  const { isLocked, restMs, hold } = useLock()
  const { isBusy: isRefreshing, run } = useAction(() => {
    showToast({ kind: 'error', title: words.refreshFailed, description: words.refreshFailedNext })
    return null
  })

  usePendingRetries(plan.subscription?.tier === 'pending', read)
  useVisibilityRefresh(lastReadAt, read)
  useEffect(() => {
    if (plan.hasFailed) showToast({ kind: 'error', title: words.loadError, description: words.loadErrorNext })
  }, [plan.hasFailed])
  // After a background load the button stays locked a little longer.
  const wasReading = useRef(plan.isReading)
  useEffect(() => {
    if (wasReading.current && !plan.isReading && !isLocked) hold(planTimersMs.refreshLockAfterLoading)
    wasReading.current = plan.isReading
  }, [plan.isReading, isLocked, hold])

  async function refresh() {
    await run(async () => {
      await read()
      showToast({ kind: 'success', title: words.refreshed, description: words.refreshedNext })
    })
    hold(planTimersMs.refreshLock)
  }
  return { plan, refresh, isLocked: isLocked || isRefreshing || plan.isReading, restMs, isRefreshing }
}

/**
 * Makes the server ask the provider, and puts the answer into the query cache. Within the cooldown it only refetches
 * the server's state.
 */
export function useReadAnew() {
  const client = useQueryClient()
  const lastReadAt = useRef(0)
  const newest = useRef<{ from: number; found: Subscription }>(undefined)
  const read = useCallback(async () => {
    const now = Date.now()
    const isCool = now - lastReadAt.current >= planTimersMs.refreshCooldown
    if (isCool) lastReadAt.current = now
    const found = isCool
      ? await sendAuthorisedRequest('POST /api/subscription/refresh', {})
      : await client.fetchQuery({ ...subscriptionQuery, staleTime: 0 })
    // Of two overlapping refreshes the later one is newer, even if it is answered first.
    if (isCool && now < (newest.current?.from ?? 0)) return newest.current?.found ?? found
    if (isCool) newest.current = { from: now, found }
    client.setQueryData(subscriptionQuery.queryKey, found)
    await client.fetchQuery({ ...usageQuery, staleTime: 0 })
    return found
  }, [client])
  return { read, lastReadAt }
}

function usePendingRetries(isPending: boolean, read: () => Promise<unknown>) {
  const [triesMade, setTriesMade] = useState(0)
  useEffect(() => {
    if (!isPending) {
      setTriesMade(0)
      return
    }
    const delayMs = findNextDelayMs(pendingRetries, triesMade)
    if (delayMs === null) {
      showToast({ kind: 'info', title: words.processing, description: words.processingNext })
      return
    }
    const countTry = () => setTriesMade(triesMade + 1)
    const timer = setTimeout(() => void read().then(countTry, countTry), delayMs)
    return () => clearTimeout(timer)
  }, [isPending, triesMade, read])
}

function useVisibilityRefresh(lastReadAt: { readonly current: number }, read: () => Promise<unknown>) {
  const shownSince = useRef(Date.now())
  useEffect(() => {
    const onVisible = () => {
      const last = Math.max(lastReadAt.current, shownSince.current)
      if (document.visibilityState !== 'visible' || Date.now() - last <= planTimersMs.visibilityRefresh)
        return
      read().catch(() =>
        showToast({ kind: 'error', title: words.quietRefreshFailed, description: words.loadErrorNext }),
      )
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [lastReadAt, read])
}

/** A temporary lock. `hold` locks for a time, `restMs` is that time, and `release` unlocks early. */
export function useLock() {
  const [restMs, setRestMs] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const release = useCallback(() => {
    clearTimeout(timer.current)
    setRestMs(null)
  }, [])
  const hold = useCallback(
    (forMs: number) => {
      clearTimeout(timer.current)
      setRestMs(forMs)
      timer.current = setTimeout(release, forMs)
    },
    [release],
  )
  return { isLocked: restMs !== null, restMs, hold, release }
}

type Pressed = { isLocked: boolean; restMs: number | null; onPress(): void }

/**
 * A button that is locked for a time after a press: it keeps the focus, a line at its bottom shows the time left, and a
 * screen reader announces the duration and the end of the lock. Render `said` beside the button.
 */
export function useRest({ isLocked, restMs, onPress }: Pressed) {
  const id = useId()
  const style = { '--rest': `${restMs ?? 0}ms` } as CSSProperties
  return {
    button: {
      'aria-disabled': isLocked,
      'aria-describedby': id,
      'data-disabled': isLocked,
      className: restMs === null ? '' : (classes['resting'] ?? ''),
      style,
      onClick(event: MouseEvent) {
        event.preventDefault()
        if (!isLocked) onPress()
      },
    },
    description: (
      <VisuallyHidden id={id}>
        {restMs === null ? null : words.rests({ seconds: restMs / 1000 })}
      </VisuallyHidden>
    ),
  }
}

const checkout = tabValue('checkout', (stored) => stored === true)

/** Whether this tab went to the payment page, to distinguish a returning buyer from any other visitor. */
export const begunCheckout = {
  note: () => checkout.keep('begun', true),
  isNoted: () => checkout.find('begun'),
  /** The checkout has ended in another way. */
  forget: () => checkout.drop('begun'),
}
