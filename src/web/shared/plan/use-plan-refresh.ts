import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { nextDelayMs, pendingRetries, planTimersMs } from '../../../domain/plan/retry-schedule.ts'
import { usageQuery } from '../../api/usage.ts'
import { showToast } from '../ui/toast.ts'
import { planWords as words } from './plan-words.ts'

/**
 * The tier and this month's usage, refreshed as specified (document 1, section 4): kept for 5 minutes, read anew when the page comes back
 * after 30 s, asked for again with growing waits while a payment is pending, and by the button, which is then locked for 10 s.
 */
export function usePlanRefresh() {
  const usage = useQuery({
    ...usageQuery,
    refetchOnWindowFocus: ({ state }) =>
      Date.now() - state.dataUpdatedAt > planTimersMs.visibilityRefresh ? 'always' : false,
  })
  const { refetch, data, dataUpdatedAt } = usage
  const [locked, setLocked] = useState(false)
  const unlockTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(unlockTimer.current), [])

  const isPending = data?.tier === 'pending'
  const [triesMade, setTriesMade] = useState(0)
  useEffect(() => {
    if (!isPending) {
      setTriesMade(0)
      return
    }
    const delayMs = nextDelayMs(pendingRetries, triesMade)
    if (delayMs === null) {
      showToast({ kind: 'info', title: words.processing, description: words.processingNext })
      return
    }
    const timer = setTimeout(() => void refetch().finally(() => setTriesMade(triesMade + 1)), delayMs)
    return () => clearTimeout(timer)
  }, [isPending, triesMade, refetch])

  const refresh = async () => {
    if (locked || Date.now() - dataUpdatedAt < planTimersMs.refreshCooldown) return
    setLocked(true)
    unlockTimer.current = setTimeout(() => setLocked(false), planTimersMs.refreshLock)
    const { isSuccess } = await refetch()
    if (isSuccess) showToast({ kind: 'success', title: words.refreshed, description: words.refreshedNext })
    else showToast({ kind: 'error', title: words.refreshFailed, description: words.refreshFailedNext })
  }
  return { usage, refresh, isLocked: locked || usage.isFetching }
}
