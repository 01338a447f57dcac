import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { authClient, storedSession } from '../../api/session.ts'
import { because, connectSession, useSession } from '../../api/session-state.ts'
import { storedPerson } from '../../api/stored-person.ts'
import { guessableFault } from '../../shared/forms/guessable-fault.ts'
import type { NewPassword } from '../../shared/forms/new-password-schema.ts'
import type { Outcome } from '../../shared/forms/use-schema-form.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { serviceAnswered } from './auth-fault.ts'
import { isRecoverySession } from './recovery-session.ts'
import { words } from './words.ts'

const w = words.reset

/** How long 'Password Updated' stands before /login, in milliseconds (document 1, section 9). */
const redirectMs = 3000

export type ResetState = 'checking' | 'invalid' | 'form' | 'done'

/**
 * Choosing a new password by a mailed link. The link's token is spent only when the form is sent, so that a mail scanner that opens links
 * spends nothing; afterwards the session that it opened is ended, and the person logs in with the new password.
 */
export function usePasswordReset() {
  const session = useSession()
  const [parameters] = useSearchParams()
  const [tokenHash, setTokenHash] = useState(parameters.get('token_hash'))
  const [isRefused, setIsRefused] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => navigate('/login'), redirectMs)
    return () => clearTimeout(timer)
  }, [isDone, navigate])

  const refuse = () => {
    setIsRefused(true)
    showToast({ kind: 'error', title: w.invalid, description: w.invalidNext })
    return 'failed' as const
  }
  const save = async ({ newPassword, currentPassword }: NewPassword): Promise<Outcome> => {
    const guessable = await guessableFault(newPassword, tokenHash ? {} : storedPerson())
    if (guessable) return { errors: { newPassword: guessable } }
    await connectSession()
    const auth = await authClient()
    if (tokenHash) {
      const { error } = await because('password-reset', () =>
        auth.verifyOtp({ type: 'recovery', token_hash: tokenHash }),
      )
      if (error) return serviceAnswered(error) ? refuse() : broken()
      setTokenHash(null)
    }
    const { error } = await auth.updateUser({
      password: newPassword,
      ...(currentPassword ? { current_password: currentPassword } : {}),
    })
    if (error?.name === 'AuthSessionMissingError') return refuse()
    if (error) return serviceAnswered(error) ? notSaved(error) : broken()
    showToast({ kind: 'success', title: w.done, description: w.doneNext })
    setIsDone(true)
    await because('password-reset', () => auth.signOut({ scope: 'local' }))
    return 'done'
  }
  return {
    state: stateOf({ isDone, isRefused, tokenHash, status: session.status }),
    asksCurrent: !tokenHash && session.status === 'signed-in' && !isRecoverySession(storedSession()),
    save,
  }
}

function stateOf(known: {
  isDone: boolean
  isRefused: boolean
  tokenHash: string | null
  status: string
}): ResetState {
  if (known.isDone) return 'done'
  if (known.isRefused) return 'invalid'
  if (known.tokenHash || known.status === 'signed-in') return 'form'
  return known.status === 'unknown' ? 'checking' : 'invalid'
}

function notSaved(fault: { code?: string | undefined; message: string }): Outcome {
  showToast({ kind: 'error', title: w.failed, description: fault.message, durationMs: 8000 })
  const name = fault.code?.startsWith('current_password') ? 'currentPassword' : 'newPassword'
  return { errors: { [name]: fault.message } }
}

function broken(): Outcome {
  showToast({ kind: 'error', title: words.forgot.error, description: words.forgot.errorNext })
  return 'failed'
}
