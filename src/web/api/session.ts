import type { AuthClient } from '@supabase/auth-js'
import { localDayHeader } from '../../contract/address.ts'
import { productName } from '../../domain/product.ts'
import { toLocalDay } from '../shared/time/local-day.ts'
import { RequestFailure } from './request.ts'

/** Where auth-js keeps the session in local storage (SESSION-1). */
export const sessionStorageKey = `${productName.toLowerCase()}.session`

export type SessionClient = InstanceType<typeof AuthClient>

let client: Promise<SessionClient> | null = null

/**
 * The published auth client, loaded on first use: a visitor of the landing or the public page never downloads it unless a session is
 * stored. It refreshes the session when within 90 s of its end.
 */
export function loadAuthClient(): Promise<SessionClient> {
  client ??= import('@supabase/auth-js').then(
    ({ AuthClient }) =>
      new AuthClient({
        url: `${window.location.origin}/auth/v1`,
        storageKey: sessionStorageKey,
        persistSession: true,
        autoRefreshToken: true,
        // Whoever writes an address would decide who is signed in. Mailed links have a page with a button.
        detectSessionInUrl: false,
        flowType: 'implicit',
        fetch: nameTheDay,
      }),
  )
  client.catch(() => {
    client = null
  })
  return client
}

/** Says with each call which day it is here: a registration counts 18 on it (SIGNUP-5). */
const nameTheDay: typeof fetch = (address, init) => {
  const headers = new Headers(init?.headers)
  headers.set(localDayHeader, toLocalDay(new Date()))
  return fetch(address, { ...init, headers })
}

/** The stored session's JSON, null when there is none or storage is closed to us. */
export function findStoredSession(): string | null {
  try {
    return window.localStorage.getItem(sessionStorageKey)
  } catch {
    return null
  }
}

/**
 * The access token of the signed-in person, fresh; null when nobody is. Where storage is closed to us the auth client holds the session
 * until the page is left.
 * @throws RequestFailure when the token has run out and the auth service cannot be reached: the person stays signed in
 */
export async function findAccessToken(): Promise<string | null> {
  if (!client && findStoredSession() === null) return null
  const auth = await loadAuthClient()
  const { data, error } = await auth.getSession()
  if (error?.name === 'AuthRetryableFetchError') throw new RequestFailure(null, null)
  return data.session?.access_token ?? null
}
