import type { AuthClient, Session } from '@supabase/auth-js'
import { localDayHeader } from '../../contract/address.ts'
import type { Answer } from '../../contract/endpoints.ts'
import type { Problem } from '../../contract/problem.ts'
import type { KnownPerson } from '../../domain/account/guessable-password.ts'
import words from '../../words/en/frame.ts'
import { toLocalDay } from '../shared/time/local-day.ts'
import { translateRefusal } from './auth-refusal.ts'
import { findProblem, type JsonEndpoint, RequestFailure, type RequestOptions, request } from './request.ts'
import { proveSecondStep } from './second-step.ts'
import { sessionStorageKey } from './site.ts'

type SessionClient = InstanceType<typeof AuthClient>

let client: Promise<SessionClient> | null = null

/**
 * Loads the published auth client on first use: a visitor of the landing page or the public page never downloads it
 * unless a session is stored. It refreshes the session within 90 s of its end.
 */
export function loadAuthClient(): Promise<SessionClient> {
  client ??= import('@supabase/auth-js').then(
    ({ AuthClient }) =>
      new AuthClient({
        url: `${window.location.origin}/auth/v1`,
        storageKey: sessionStorageKey,
        persistSession: true,
        autoRefreshToken: true,
        // Otherwise the author of an address would choose the signed-in account. Mailed links have a page with a
        // button.
        detectSessionInUrl: false,
        flowType: 'implicit',
        experimental: { recoveryCodes: true },
        fetch: askService,
      }),
  )
  client.catch(() => {
    client = null
  })
  return client
}

/**
 * Sends the local day with each call: a registration checks the age of 18 on it (SIGNUP-5). A passkey is sent with this
 * browser's session, which it confirms (PASSKEY-10); the client alone would open another session. A refusal is said in
 * the language of the page.
 */
const askService: typeof fetch = async (address, init) => {
  const headers = new Headers(init?.headers)
  headers.set(localDayHeader, toLocalDay(new Date()))
  const token = readStored()?.access_token
  if (token && String(address).endsWith('/passkeys/authentication/verify'))
    headers.set('Authorization', `Bearer ${token}`)
  return translateRefusal(await fetch(address, { ...init, headers }))
}

/** The stored session's JSON; null without one or when storage is unavailable. */
export function findStoredSession(): string | null {
  try {
    return window.localStorage.getItem(sessionStorageKey)
  } catch {
    return null
  }
}

/**
 * The signed-in person's access token, refreshed; null when signed out. Where storage is unavailable, the auth client
 * keeps the session in memory until the page is left.
 * @param userId refuses a session of anyone else, which another tab may have begun
 * @throws RequestFailure when the token has expired and the auth service cannot be reached: the person stays signed in
 */
export async function findAccessToken(userId?: string): Promise<string | null> {
  const session = await findSession()
  if (userId !== undefined && session?.user.id !== userId) throw new RequestFailure(notSignedIn(), 401)
  return session?.access_token ?? null
}

async function findSession(): Promise<Session | null> {
  if (!client && findStoredSession() === null) return null
  const auth = await loadAuthClient()
  const { data, error } = await auth.getSession()
  if (error?.name === 'AuthRetryableFetchError') throw new RequestFailure(null, null)
  return data.session
}

const notSignedIn = (): Problem => ({
  type: 'about:blank',
  status: 401,
  code: 'authentication_required',
  title: words.failure.unexpected,
  detail: words.failure.unexpectedNext,
})

/**
 * Calls the API as the signed-in person. If the call requires a code of their authenticator app, it waits for the code.
 * If the server no longer has the session (signed out on another device), the session ends here too.
 * @param options.userId the person whose call this is: it is refused unsent once someone else is signed in
 * @throws RequestFailure for every refusal and every lost connection
 */
export async function sendAuthorisedRequest<Name extends JsonEndpoint>(
  name: Name,
  options: RequestOptions<Name> & { userId?: string },
): Promise<Answer<Name>> {
  const token = await findAccessToken(options.userId)
  try {
    return await request(name, { ...options, token })
  } catch (failure) {
    const { code, status } = findProblem(failure) ?? {}
    if (code === 'second_step_required') {
      await proveSecondStep()
      return request(name, { ...options, token: await findAccessToken(options.userId) })
    }
    if (status === 401 && token !== null) await endSessionHere()
    throw failure
  }
}

/** Asks the auth service again, and drops the session only if the service no longer has it either. */
async function endSessionHere(): Promise<void> {
  const auth = await loadAuthClient()
  const { error } = await auth.getUser()
  if (error && (error.status === 401 || error.status === 403 || error.name === 'AuthSessionMissingError'))
    await auth.signOut({ scope: 'local' })
}

/** The signed-in person's email and registration data, from the stored session; empty without a session. */
export function readStoredPerson(): KnownPerson {
  const user = readStored()?.user
  return { ...user?.user_metadata, email: user?.email }
}

/** Whether this browser's session claims that a passkey or a code was used. It is never used for authorisation. */
export function isSecondStepProven(): boolean {
  try {
    const [, claims = ''] = readStored()?.access_token?.split('.') ?? []
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).aal === 'aal2'
  } catch {
    return false
  }
}

type Stored = { access_token?: string; user?: { email?: unknown; user_metadata?: object } }

function readStored(): Stored | null {
  try {
    return JSON.parse(findStoredSession() ?? 'null') as Stored | null
  } catch {
    return null
  }
}
