import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Subscription } from '../../../contract/plan.ts'
import { findNextDelayMs, pendingRetries, planTimersMs } from '../../../domain/plan/retry-schedule.ts'
import words from '../../../words/en/own-plan.ts'
import { sendAuthorisedRequest } from '../../api/authorised-request.ts'
import { subscriptionQuery } from '../../api/subscription.ts'
import { usageQuery } from '../../api/usage.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { useLock } from './use-lock.ts'
import { usePlan } from './use-plan.ts'

/**
 * The plan and its refreshing (PLAN-12, PLAN-13, PLAN-14): kept for 5 minutes, read anew when the page comes back after 30 s, asked for
 * again with growing waits while a payment is pending, and by the button, which is locked during a refresh and for 10 s afterwards. Between
 * two refreshes lie 3 s at least. Every refresh has the server ask the payment provider.
 */
export function usePlanRefresh() {
  const plan = usePlan()
  const { read, lastReadAt } = useReadAnew()
  const { isLocked, restMs, hold } = useLock()
  const [isRefreshing, setIsRefreshing] = useState(false)

  usePendingRetries(plan.subscription?.tier === 'pending', read)
  useVisibilityRefresh(lastReadAt, read)
  useEffect(() => {
    if (plan.hasFailed) showToast({ kind: 'error', title: words.loadError, description: words.loadErrorNext })
  }, [plan.hasFailed])
  // A reading that nobody asked for keeps the button locked a little longer than itself.
  const wasReading = useRef(plan.isReading)
  useEffect(() => {
    if (wasReading.current && !plan.isReading && !isLocked) hold(planTimersMs.refreshLockAfterLoading)
    wasReading.current = plan.isReading
  }, [plan.isReading, isLocked, hold])

  async function refresh() {
    setIsRefreshing(true)
    try {
      await read()
      showToast({ kind: 'success', title: words.refreshed, description: words.refreshedNext })
    } catch {
      showToast({ kind: 'error', title: words.refreshFailed, description: words.refreshFailedNext })
    } finally {
      setIsRefreshing(false)
      hold(planTimersMs.refreshLock)
    }
  }
  return { plan, refresh, isLocked: isLocked || isRefreshing || plan.isReading, restMs, isRefreshing }
}

/** Has the server ask the provider and puts the answer where every screen reads it. Within the cooldown it only reads what we have. */
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
    // Of two refreshes on their way the later one knows more, whichever is answered last.
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
