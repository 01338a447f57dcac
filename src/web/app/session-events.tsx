import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isPageHeld } from '../api/page-hold.ts'
import {
  type LogOutOutcome,
  onSessionChange,
  type SessionCause,
  type SessionChange,
  type SessionUser,
  useSession,
} from '../api/session-state.ts'
import { firstWord } from '../shared/ui/first-word.ts'
import { showToast } from '../shared/ui/toast.ts'
import { destinationAfter } from './session-destination.ts'
import { words } from './words.ts'

/** Follows the session through its life: says what happened and leads to where one goes then (document 1, section 4). */
export function SessionEvents() {
  useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const here = useRef(pathname)
  here.current = pathname
  useEffect(
    () =>
      onSessionChange((change) => {
        announce(change)
        const destination = destinationAfter(change, here.current, isPageHeld())
        if (destination) navigate(destination)
      }),
    [navigate],
  )
  return null
}

function announce(change: SessionChange) {
  switch (change.type) {
    case 'signed-in':
      announceSignIn(change.cause, change.user)
      return
    case 'signed-out':
      if (change.cause === 'elsewhere')
        showToast({ kind: 'info', title: words.sessionEnded, description: words.sessionEndedNext })
      return
    case 'log-out-finished':
      announceLogOut(change.outcome)
      return
    case 'link-refused':
      showToast({
        kind: 'error',
        title: words.linkRefused,
        description: words.linkRefusedNext,
        durationMs: 8000,
      })
      return
  }
}

function announceLogOut(outcome: LogOutOutcome) {
  if (outcome === 'done')
    showToast({ kind: 'success', title: words.loggedOut, description: words.loggedOutNext })
  else
    showToast({
      kind: 'error',
      title: outcome === 'failed' ? words.logoutFailed : words.logoutNotTold,
      description: words.logoutFailedNext,
    })
}

function announceSignIn(cause: SessionCause, user: SessionUser) {
  if (cause === 'password-reset') return
  if (cause === 'registration') {
    showToast({ kind: 'success', title: words.registrationSuccessful, description: words.registrationNext })
    return
  }
  showToast({
    kind: 'success',
    title: cause === 'mail-link' ? words.emailConfirmed : words.loginSuccessful,
    description: words.welcome(firstWord(user.fullName)),
  })
}
