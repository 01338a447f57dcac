import { useCallback, useEffect, useState } from 'react'
import type { IdentityCheck } from '../../../contract/identity-check.ts'
import type { IdentityCheckCalls } from '../../api/identity-checks.ts'
import { RequestFailure } from '../../api/request.ts'
import { useStillHere } from '../../shared/steps/use-still-here.ts'
import { usePolling } from '../../shared/time/use-polling.ts'

export type CheckState =
  | { phase: 'loading' }
  | { phase: 'known'; known: IdentityCheck; isLeaving: boolean }
  | { phase: 'failed'; failure: RequestFailure }

/** How somebody's check stands, followed while it is under way, and the way to the provider's page. */
export function useIdentityCheck(calls: IdentityCheckCalls) {
  const [state, setState] = useState<CheckState>({ phase: 'loading' })
  const isStillHere = useStillHere()

  const look = useCallback(
    async (signal: AbortSignal) => {
      const known = await calls.look(signal)
      if (!signal.aborted) {
        setState((was) => ({ phase: 'known', known, isLeaving: was.phase === 'known' && was.isLeaving }))
      }
    },
    [calls],
  )
  const load = useCallback(() => {
    const controller = new AbortController()
    setState({ phase: 'loading' })
    look(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) setState(toFailure(error))
    })
    return () => controller.abort()
  }, [look])
  useEffect(load, [load])

  const isUnderWay =
    state.phase === 'known' && ['open', 'processing'].includes(state.known.check?.state ?? '')
  usePolling(isUnderWay, look)

  // Coming back from the provider's page with the browser's Back shows this page as it was left.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => (persisted ? load() : undefined)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [load])

  const begin = async () => {
    setState((was) => (was.phase === 'known' ? { ...was, isLeaving: true } : was))
    try {
      const address = await calls.begin()
      if (isStillHere()) window.location.assign(address)
    } catch (error) {
      setState(toFailure(error))
    }
  }

  return { state, begin, load }
}

function toFailure(error: unknown): CheckState {
  return {
    phase: 'failed',
    failure: error instanceof RequestFailure ? error : new RequestFailure(null, null),
  }
}
