import { useCallback, useEffect, useState } from 'react'
import type { MailedLinkView } from '../../../../contract/account-endpoints.ts'
import { LinkRefusal, lookAtLink, type MailedLink } from '../../../api/mailed-link.ts'

export type LinkState = 'looking' | 'failed' | MailedLinkView

/** Looks at a link once, and again when asked to. Looking changes nothing. */
export function useLinkView(link: MailedLink): { state: LinkState; reload: () => void } {
  const [state, setState] = useState<LinkState>('looking')
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn looks again
  useEffect(() => {
    let isLeft = false
    const show = (next: LinkState) => {
      if (!isLeft) setState(next)
    }
    lookAtLink(link).then(show, (failure: unknown) => {
      // What the service does not know as a link can be none.
      show(
        failure instanceof LinkRefusal && failure.code === 'validation_failed' ? { state: 'void' } : 'failed',
      )
    })
    return () => {
      isLeft = true
    }
  }, [link, turn])
  const reload = useCallback(() => {
    setState('looking')
    setTurn((before) => before + 1)
  }, [])
  return { state, reload }
}
