import type { AuthClient } from '@supabase/auth-js'
import { productName } from '../../domain/product.ts'

/** Where auth-js keeps the session in local storage (document 1, section 3). */
export const sessionStorageKey = `${productName.toLowerCase()}.session`

let client: Promise<InstanceType<typeof AuthClient>> | null = null

/**
 * The published auth client, loaded on first use: a visitor of the landing or the public page never downloads it unless a session is
 * stored. It refreshes the session when within 90 s of its end.
 */
export function authClient(): Promise<InstanceType<typeof AuthClient>> {
  client ??= import('@supabase/auth-js').then(
    ({ AuthClient }) =>
      new AuthClient({
        url: `${window.location.origin}/auth/v1`,
        storageKey: sessionStorageKey,
        persistSession: true,
        autoRefreshToken: true,
        detectSessionInUrl: true,
        flowType: 'implicit',
      }),
  )
  return client
}

/** Whether this browser holds a session, without loading anything. */
export function hasStoredSession(): boolean {
  try {
    return window.localStorage.getItem(sessionStorageKey) !== null
  } catch {
    return false
  }
}

/** The access token of the signed-in person, fresh; null when nobody is. */
export async function accessToken(): Promise<string | null> {
  if (!hasStoredSession()) return null
  const { data } = await (await authClient()).getSession()
  return data.session?.access_token ?? null
}
