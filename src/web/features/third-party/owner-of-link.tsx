import '../../theme/components.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { OwnerView } from '../../../contract/verification.ts'
import words from '../../../words/en/gate.ts'
import { sendAuthorisedRequest } from '../../api/authorised-request.ts'
import { PageSpinner } from '../../shared/ui/page-spinner.tsx'
import { useLiveChanges } from '../live/index.ts'
import { OwnersDocument } from './form/owners-document.tsx'
import { type LinkFault, toLinkFault } from './link-fault.ts'
import { LinkFailed } from './link-messages.tsx'

type OwnerState =
  | { phase: 'loading' }
  | { phase: 'failed'; fault: LinkFault }
  | { phase: 'open'; view: OwnerView }

/**
 * The creator at their own link: no gate, nothing to submit, a prompt to share it. The page turns by itself when the other person is done; a
 * refresh that fails leaves what is shown.
 */
export default function OwnerOfLink({ formId }: { formId: string }) {
  const [state, setState] = useState<OwnerState>({ phase: 'loading' })
  const loading = useRef<AbortController>(null)
  const load = useCallback(async () => {
    loading.current?.abort()
    const controller = new AbortController()
    loading.current = controller
    const { signal } = controller
    try {
      const view = await sendAuthorisedRequest('GET /api/verifications/:id', {
        params: { id: formId },
        signal,
      })
      if (!signal.aborted) setState({ phase: 'open', view })
    } catch (error) {
      if (signal.aborted) return
      setState((shown) => (shown.phase === 'open' ? shown : { phase: 'failed', fault: toLinkFault(error) }))
    }
  }, [formId])
  useEffect(() => {
    void load()
    return () => loading.current?.abort()
  }, [load])
  useLiveChanges(load)

  if (state.phase === 'loading') return <PageSpinner words={words.loading} />
  if (state.phase === 'failed') {
    const tryAgain = () => {
      setState({ phase: 'loading' })
      void load()
    }
    return <LinkFailed fault={state.fault} onRetry={tryAgain} />
  }
  return <OwnersDocument view={state.view} />
}
