import { useEffect, useState } from 'react'
import type { MailedLinkView } from '../../../contract/account-endpoints.ts'
import { lookAtLink } from '../../api/mailed-link.ts'

/** A link to a new password: not looked at yet, what it is for, no good, or not to be looked at now. */
export type ResetLink = Extract<MailedLinkView, { state: 'valid' }> | 'invalid' | 'failed' | null

/** Looks at a mailed link when there is one, which changes nothing, and again when asked to. `onInvalid` is told once. */
export function useResetLink(
  token: string | null,
  onInvalid: () => void,
): { link: ResetLink; lookAgain: () => void } {
  const [link, setLink] = useState<ResetLink>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link, or another turn, looks again
  useEffect(() => {
    let isLeft = false
    if (token === null) return
    lookAtLink({ token, type: 'recovery', redirectTo: null }).then(
      (view) => {
        if (isLeft) return
        setLink(view.state === 'valid' ? view : 'invalid')
        if (view.state !== 'valid') onInvalid()
      },
      () => {
        if (!isLeft) setLink('failed')
      },
    )
    return () => {
      isLeft = true
    }
  }, [token, turn])
  const lookAgain = () => {
    setLink(null)
    setTurn((before) => before + 1)
  }
  return { link, lookAgain }
}
