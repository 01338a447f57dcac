import { useCallback, useState } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { RequestFailure, request } from '../../../api/request.ts'
import type { ThirdPartyAccess } from '../../../api/third-party.ts'

type TakeUpEvents = {
  onTaken(form: ThirdPartyView): void
  onPassEnded(): void
  onLinkChanged(): void
}

/**
 * Reads the form again after something was proven, without taking the page away. When that fails everything stays as it is, and it can be
 * tried again (FORM-20).
 */
export function useTakeUp({ id, gateToken }: ThirdPartyAccess, events: TakeUpEvents) {
  const { onTaken, onPassEnded, onLinkChanged } = events
  const [hasFailed, setHasFailed] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const take = useCallback(async () => {
    setIsBusy(true)
    try {
      onTaken(await request('GET /api/public/verifications/:id/form', { params: { id }, token: gateToken }))
      setHasFailed(false)
    } catch (error) {
      const code = error instanceof RequestFailure ? error.problem?.code : null
      if (code === 'link_closed') return onLinkChanged()
      if (code === 'gate_token_invalid') onPassEnded()
      setHasFailed(true)
    } finally {
      setIsBusy(false)
    }
  }, [id, gateToken, onTaken, onPassEnded, onLinkChanged])
  return { take, hasFailed, isBusy }
}
