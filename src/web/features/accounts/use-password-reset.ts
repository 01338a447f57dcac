import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { MailedLinkView } from '../../../contract/account-endpoints.ts'
import words from '../../../words/en/new-password.ts'
import { inspectLink, LinkRefusal, useLink as spendLink } from '../../api/mailed-link.ts'
import { findStoredSession, loadAuthClient, readStoredPerson } from '../../api/session.ts'
import { actBecause, connectSession, readSessionState, useSession } from '../../api/session-state.ts'
import type { Outcome } from '../../shared/forms/use-schema-form.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { hasServiceAnswered } from './account-form.tsx'
import { findGuessableFault, type NewPassword } from './new-password.tsx'
import { findAskedPath, findWayIn } from './requested-path.ts'

const w = words.reset

/** How long 'Password Updated' is shown before /login, in milliseconds (PASSWORD-9). */
const redirectMs = 3000

type ResetState = 'checking' | 'failed' | 'invalid' | 'form' | 'done'

/**
 * Choosing a new password with a mailed link. The link's token is only spent when the form is sent, so that a mail
 * scanner that opens links doesn't spend it. It opens no session: the person logs in with the new password, and another
 * signed-in person stays signed in.
 */
export function usePasswordReset() {
  const session = useSession()
  const { state, search } = useLocation()
  const token = new URLSearchParams(search).get('token_hash') || null
  const path = findAskedPath(state, search)
  const [isRefused, setIsRefused] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const navigate = useNavigate()
  const { link, lookAgain } = useResetLink(token, () => refuse())
  const valid = typeof link === 'object' ? link : null
  const email = valid?.email ?? null
  const here = session.user?.email ?? null
  const isOther = email !== null && here !== null && here !== email
  useEffect(() => {
    if (!isDone || isOther) return
    const timer = setTimeout(() => navigate('/login', { state: findWayIn(path) }), redirectMs)
    return () => clearTimeout(timer)
  }, [isDone, isOther, navigate, path])

  const refuse = () => {
    setIsRefused(true)
    showToast({ kind: 'error', title: w.invalid, description: w.invalidNext })
    return 'failed' as const
  }
  const finish = async (whose: string | null): Promise<Outcome> => {
    showToast({ kind: 'success', title: w.done, description: w.doneNext })
    setIsDone(true)
    const signedIn = readSessionState().user
    if (!signedIn || signedIn.email !== whose) return 'done'
    await connectSession()
    const auth = await loadAuthClient()
    await actBecause('password-reset', () => auth.signOut({ scope: 'local' }))
    return 'done'
  }
  const saveByLink = async (token: string, newPassword: string): Promise<Outcome> => {
    try {
      await spendLink({ token, type: 'recovery', redirectTo: null }, { newPassword })
    } catch (failure) {
      const { code, message } = failure as LinkRefusal
      if (!(failure instanceof LinkRefusal) || code === null) return toBroken()
      return code === 'otp_expired' ? refuse() : reportNotSaved({ code, message })
    }
    return finish(email)
  }
  const saveSignedIn = async ({ newPassword, currentPassword }: NewPassword): Promise<Outcome> => {
    await connectSession()
    const auth = await loadAuthClient()
    const { error } = await auth.updateUser({
      password: newPassword,
      ...(currentPassword ? { current_password: currentPassword } : {}),
    })
    if (error?.name === 'AuthSessionMissingError') return refuse()
    if (error) return hasServiceAnswered(error) ? reportNotSaved(error) : toBroken()
    return finish(here)
  }
  return {
    state: toState({ isDone, isRefused, link, token, status: session.status }),
    lookAgain,
    /** The page that was originally requested. */
    path,
    asksCurrent: !token && session.status === 'signed-in' && !isRecoverySession(findStoredSession()),
    /** The account's address, once it is known. */
    email,
    /**
     * Whether the new password resets the account, because its address is unconfirmed and this browser isn't signed in
     * to it.
     */
    isAfresh: valid?.asks === 'password',
    /** The signed-in account, which stays, and the account that gets the password, when they differ. */
    stays: isOther ? { here, email } : null,
    save: async (passwords: NewPassword): Promise<Outcome> => {
      const { newPassword } = passwords
      const guessable = await findGuessableFault(
        newPassword,
        token ? { email: email ?? '' } : readStoredPerson(),
      )
      if (guessable) return { errors: { newPassword: guessable } }
      return token ? saveByLink(token, newPassword) : saveSignedIn(passwords)
    },
  }
}

function toState(known: {
  isDone: boolean
  isRefused: boolean
  link: ResetLink
  token: string | null
  status: string
}): ResetState {
  const { isDone, isRefused, link, token, status } = known
  if (isDone) return 'done'
  if (isRefused || link === 'invalid') return 'invalid'
  // The link is checked before the password is requested.
  if (token) return link === null ? 'checking' : link === 'failed' ? 'failed' : 'form'
  if (status === 'signed-in') return 'form'
  return status === 'unknown' ? 'checking' : 'invalid'
}

function reportNotSaved(fault: { code?: string | undefined; message: string }): Outcome {
  showToast({ kind: 'error', title: w.failed, description: fault.message, durationMs: 8000 })
  const name = fault.code?.startsWith('current_password') ? 'currentPassword' : 'newPassword'
  return { errors: { [name]: fault.message } }
}

function toBroken(): Outcome {
  showToast({ kind: 'error', title: words.forgot.error, description: words.forgot.errorNext })
  return 'failed'
}

/** A link to a new password: not checked yet, valid with its purpose, invalid, or currently not checkable. */
type ResetLink = Extract<MailedLinkView, { state: 'valid' }> | 'invalid' | 'failed' | null

/** Looks at a mailed link if there is one, which changes nothing, and again on request. `onInvalid` is called once. */
function useResetLink(
  token: string | null,
  onInvalid: () => void,
): { link: ResetLink; lookAgain: () => void } {
  const [link, setLink] = useState<ResetLink>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link, or another turn, looks again
  useEffect(() => {
    let isLeft = false
    if (token === null) return
    inspectLink({ token, type: 'recovery', redirectTo: null }).then(
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

const recoveryMethods = ['recovery', 'otp', 'magiclink']

/**
 * Whether a stored session began with a mailed link, so that a new password needs no current one. Reads the access
 * token's `amr` claim (AUTH-3) without verifying it: the service decides, this only selects the fields.
 */
export function isRecoverySession(stored: string | null): boolean {
  try {
    const { access_token: token } = JSON.parse(stored ?? '') as { access_token: string }
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { amr } = JSON.parse(atob(payload)) as { amr?: { method: string }[] }
    return amr?.some(({ method }) => recoveryMethods.includes(method)) ?? false
  } catch {
    return false
  }
}
