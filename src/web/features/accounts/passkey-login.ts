import words from '../../../words/en/accounts.ts'
import { loadAuthClient } from '../../api/session.ts'
import { actBecause, connectSession } from '../../api/session-state.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { describeAuthFault, hasServiceAnswered } from './account-form.tsx'

const w = words.login

/** A little less than the lifetime of a challenge. */
const renewAfterMs = 4.5 * 60 * 1000

/**
 * Whether the browser ended it, not the service: its user closed the dialog, or the page aborted it. The client's
 * errors keep the name of the browser's.
 */
export const isOfBrowser = (fault: object): boolean => '__isWebAuthnError' in fault

async function ask(options: { mediation?: 'conditional'; signal: AbortSignal }): Promise<'done' | 'failed'> {
  await connectSession()
  const auth = await loadAuthClient()
  const logIn = () => auth.signInWithPasskey({ options })
  // A suggestion waits as long as the page is open; events of other tabs in that time have other causes.
  const { error } = await (options.mediation ? logIn() : actBecause('login', logIn))
  if (!error) return 'done'
  // The user already saw an error from the browser: they cancelled, or their device showed the reason.
  if (hasServiceAnswered(error) && !isOfBrowser(error)) {
    const description = describeAuthFault(error, w.refused, w.broken)
    showToast({ kind: 'error', title: w.failed, description, durationMs: 8000 })
  }
  return 'failed'
}

/** Shows passkeys among the suggestions of the email field, where the browser supports it, until the signal aborts. */
export async function suggestPasskeys(signal: AbortSignal): Promise<void> {
  // Safari before 17.4 has no AbortSignal.any; its users have the button.
  if (!('any' in AbortSignal)) return
  if (!(await window.PublicKeyCredential.isConditionalMediationAvailable?.())) return
  while (!signal.aborted) {
    const renewal = AbortSignal.timeout(renewAfterMs)
    const outcome = await ask({ mediation: 'conditional', signal: AbortSignal.any([signal, renewal]) })
    if (outcome === 'done' || !renewal.aborted) return
  }
}

/** Asks for a passkey and logs in with it. A person who closes the browser's dialog stays on the page. */
export function logInWithPasskey(): Promise<'done' | 'failed'> {
  return ask({ signal: new AbortController().signal })
}

/**
 * Lets the browser add a passkey to a login with a saved password, where it can do so without asking (conditional
 * create, WebAuthn level 3). If it can't now, the next login tries again.
 */
export async function addPasskeyQuietly(): Promise<void> {
  const capabilities = await window.PublicKeyCredential?.getClientCapabilities?.()
  if (!capabilities?.['conditionalCreate']) return
  const { passkey } = await loadAuthClient()
  const { data } = await passkey.startRegistration()
  if (!data) return
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    data.options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  // TypeScript's types lack the mediation of a creation.
  const options = { publicKey, mediation: 'conditional' } as CredentialCreationOptions
  const made = (await navigator.credentials.create(options)) as PublicKeyCredential | null
  if (!made) return
  const credential = made.toJSON() as never
  await passkey.verifyRegistration({ challengeId: data.challenge_id, credential })
}
