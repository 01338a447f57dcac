import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { MailedLinkView } from '../../../../contract/account-endpoints.ts'
import words from '../../../../words/en/mailed-link.ts'
import {
  inspectLink,
  LinkRefusal,
  type MailedLink,
  renewUser,
  type ShownPassword,
  useLink as spendLink,
  takeSession,
} from '../../../api/mailed-link.ts'
import { pickFirstWord, readSessionState } from '../../../api/session-state.ts'
import { useStillHere } from '../../../shared/effects.ts'
import type { Outcome } from '../../../shared/forms/use-schema-form.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import { toOwnPath } from '../requested-path.ts'

type LinkState = 'looking' | 'failed' | MailedLinkView

/** Looks at a link once, and again on request. Looking changes nothing. */
export function useLinkView(link: MailedLink): { state: LinkState; reload: () => void } {
  const [state, setState] = useState<LinkState>('looking')
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn looks again
  useEffect(() => {
    let isLeft = false
    const show = (next: LinkState) => {
      if (!isLeft) setState(next)
    }
    inspectLink(link).then(show, (failure: unknown) => {
      // A malformed token cannot be a link.
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

/**
 * The mailed link behind the # of an address; null without one. Punctuation of the surrounding sentence may have been
 * copied with it.
 */
export function findLinkInAddress(hash: string): MailedLink | null {
  const members = new URLSearchParams(hash.replace(/^#|[.,;:!?)\]>]+$/g, ''))
  const token = members.get('token')
  const type = members.get('type')
  return token && type ? { token, type, redirectTo: members.get('redirect_to') } : null
}

type ValidView = Extract<MailedLinkView, { state: 'valid' }>

/**
 * Uses a link when its button is pressed, and then navigates. `ending` is the outcome of a change of address, after
 * which the page stays.
 */
export function usePressedLink(link: MailedLink, view: ValidView, onVoid: () => void) {
  const navigate = useNavigate()
  const isStillHere = useStillHere()
  const [ending, setEnding] = useState<'half' | 'changed' | null>(null)

  async function press(shown: ShownPassword): Promise<Outcome> {
    try {
      const used = await spendLink(link, shown)
      if (used.outcome === 'first-half') {
        setEnding('half')
        return 'done'
      }
      if (used.outcome === 'session') await takeSession(used.session)
      else await renewUser()
      if (view.new_email !== null) {
        setEnding('changed')
        return 'done'
      }
      if (used.outcome !== 'code') greet(view)
      if (isStillHere()) goOn(used)
      return 'done'
    } catch (failure) {
      return toRefusal(failure, onVoid)
    }
  }
  /** The code of a client's own flow belongs to the page that requested it. */
  function goOn({ outcome, redirect_to }: { outcome: string; redirect_to: string }) {
    if (outcome === 'code') window.location.assign(redirect_to)
    else navigate(toOwnPath(redirect_to, window.location.origin) ?? '/dashboard', { replace: true })
  }

  return { press, ending }
}

function greet({ kind }: ValidView) {
  showToast({
    kind: 'success',
    title: kind === 'signup' ? words.confirmed : words.signedIn,
    description: writeWelcome(pickFirstWord(readSessionState().user?.fullName ?? '')),
  })
}

function toRefusal(failure: unknown, onVoid: () => void): Outcome {
  const { code, message } = failure instanceof LinkRefusal ? failure : { code: null, message: '' }
  if (code === 'otp_expired') {
    onVoid()
    return 'failed'
  }
  if (code === 'current_password_invalid') return { errors: { password: words.passwordWrong } }
  if (code === 'weak_password' || code === 'same_password') return { errors: { newPassword: message } }
  showToast({
    kind: 'error',
    title: words.failed,
    description: code === null ? words.broken : message,
    durationMs: 8000,
  })
  // The person has signed out in the meantime, so the password is needed.
  if (code === 'current_password_required') onVoid()
  return 'failed'
}

function writeWelcome(firstName: string): string {
  return firstName ? words.welcome({ firstName }) : words.welcomeUnnamed
}
