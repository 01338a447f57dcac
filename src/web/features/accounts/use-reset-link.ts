import { useEffect, useState } from 'react'
import type { MailedLinkView } from '../../../contract/mailed-link.ts'
import { lookAtLink } from '../../api/mailed-link.ts'

/** A link to a new password, as far as it is known: nothing yet, what it is for, or that it is no good. */
export type ResetLink = Extract<MailedLinkView, { state: 'valid' }> | 'invalid' | null

/** Looks at a mailed link when there is one, which changes nothing. `onInvalid` is told once. */
export function useResetLink(token: string | null, onInvalid: () => void): ResetLink {
  const [link, setLink] = useState<ResetLink>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another link is looked at again
  useEffect(() => {
    let isLeft = false
    if (token === null) return
    lookAtLink({ token, type: 'recovery', redirectTo: null }).then(
      (view) => {
        if (isLeft) return
        setLink(view.state === 'valid' ? view : 'invalid')
        if (view.state !== 'valid') onInvalid()
      },
      // Whoever cannot be asked now is asked again when the form is sent.
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [token])
  return link
}
