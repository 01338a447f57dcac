import words from '../../words/en/session.ts'
import {
  type LogOutOutcome,
  pickFirstWord,
  type SessionCause,
  type SessionChange,
  type SessionUser,
} from '../api/session-state.ts'
import type { Toast } from '../shared/ui/toast.ts'

/**
 * The toast for the start or the end of a session (SHELL-4, SHELL-6, SHELL-7); null where the page that caused it shows
 * its own.
 */
export function findToast(change: SessionChange): Toast | null {
  switch (change.type) {
    case 'signed-in':
      return change.user.needsCode ? null : greetAfterSignIn(change.cause, change.user)
    case 'second-step-proven':
      return greetAfterSignIn('login', change.user)
    case 'signed-out':
      return change.cause === 'elsewhere'
        ? { kind: 'info', title: words.sessionEnded, description: words.sessionEndedNext }
        : null
    case 'log-out-finished':
      return describeLogOut(change.outcome)
  }
}

function greetAfterSignIn(cause: SessionCause, user: SessionUser): Toast | null {
  if (user.isKept && cause !== 'elsewhere')
    return { kind: 'success', title: words.accountKept, description: words.accountKeptNext }
  if (cause === 'password-reset' || cause === 'mail-link') return null
  if (cause === 'registration')
    return { kind: 'success', title: words.registrationSuccessful, description: words.registrationNext }
  return {
    kind: 'success',
    title: words.loginSuccessful,
    description: writeWelcome(pickFirstWord(user.fullName)),
  }
}

function describeLogOut(outcome: LogOutOutcome): Toast {
  if (outcome === 'done') return { kind: 'success', title: words.loggedOut, description: words.loggedOutNext }
  return {
    kind: 'error',
    title: outcome === 'failed' ? words.logoutFailed : words.logoutNotTold,
    description: words.logoutFailedNext,
  }
}

function writeWelcome(firstName: string): string {
  return firstName ? words.welcome({ firstName }) : words.welcomeUnnamed
}
