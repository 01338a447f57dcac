import { useCallback, useEffect, useState } from 'react'
import type { PublicVerification } from '../../../contract/third-party.ts'
import { request } from '../../api/request.ts'
import { findAccessToken } from '../../api/session.ts'
import { invalidLink, type LinkFault, toLinkFault } from './link-fault.ts'

export type LinkState =
  | { phase: 'loading' }
  | { phase: 'failed'; fault: LinkFault }
  | { phase: 'open'; link: PublicVerification }

/** What a link says of itself before the gate; the creator is recognised by their session. `reload` asks again. */
export function useLink(formId: string | null): { state: LinkState; reload(): void } {
  const [state, setState] = useState<LinkState>({ phase: 'loading' })

  const load = useCallback(
    async (signal: AbortSignal) => {
      setState({ phase: 'loading' })
      if (!formId) {
        setState({ phase: 'failed', fault: invalidLink })
        return
      }
      try {
        // Without a session this is no request; a session that cannot be read must not close the link to anybody.
        const token = await findAccessToken().catch(() => null)
        const link = await request('GET /api/public/verifications/:id', {
          params: { id: formId },
          token,
          signal,
        })
        if (!signal.aborted) setState({ phase: 'open', link })
      } catch (error) {
        if (!signal.aborted) setState({ phase: 'failed', fault: toLinkFault(error) })
      }
    },
    [formId],
  )

  useEffect(() => {
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [load])

  return { state, reload: useCallback(() => void load(new AbortController().signal), [load]) }
}
