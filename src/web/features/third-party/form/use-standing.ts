import { useEffect, useEffectEvent, useRef } from 'react'
import { findProblem, request } from '../../../api/request.ts'
import type { ThirdPartyAccess } from '../../../api/third-party.ts'
import type { FormStepName } from './third-party-answers.ts'

type StandingEvents = { onPassEnded(): void; onLinkChanged(): void }

/**
 * Asks whether the request and the pass are still open, when a step opens and when the page is looked at again
 * (FORM-27). Every other failure is left to the next action.
 */
export function useStanding({ id, gateToken }: ThirdPartyAccess, step: FormStepName, events: StandingEvents) {
  const opened = useRef(step)
  const ask = useEffectEvent((signal: AbortSignal) => {
    const call = { params: { id }, token: gateToken, signal }
    request('GET /api/public/verifications/:id/standing', call).catch((error: unknown) => {
      if (signal.aborted) return
      const code = findProblem(error)?.code
      if (code === 'gate_token_invalid') events.onPassEnded()
      if (code === 'link_closed') events.onLinkChanged()
    })
  })
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    // The first step came with the form.
    if (opened.current !== step) ask(signal)
    opened.current = step
    const onFront = () => {
      if (document.visibilityState === 'visible') ask(signal)
    }
    document.addEventListener('visibilitychange', onFront, { signal })
    return () => left.abort()
  }, [step])
}
