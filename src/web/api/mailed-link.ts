import type { Session } from '@supabase/auth-js'
import type { MailedLinkUse, MailedLinkView } from '../../contract/account-endpoints.ts'
import { translateRefusal } from './auth-refusal.ts'
import { findAccessToken, findStoredSession, loadAuthClient } from './session.ts'
import { actBecause, connectSession, readSessionState } from './session-state.ts'
import { sessionStorageKey } from './site.ts'

export type MailedLink = { token: string; type: string; redirectTo: string | null }

/** The password that a person enters with the link: that of the registration, or the new one. */
export type ShownPassword = { password?: string; newPassword?: string }

/** A refusal of the auth service. `code` is null without a readable answer. */
export class LinkRefusal extends Error {
  readonly code: string | null
  /** Seconds until a retry makes sense; null if unknown. */
  readonly retryAfterSeconds: number | null

  constructor(code: string | null, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.name = 'LinkRefusal'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Asks for the effect of a link. Changes nothing. @throws LinkRefusal */
export function inspectLink({ token, type }: MailedLink): Promise<MailedLinkView> {
  return post('/auth/v1/links/look', { token, type })
}

/**
 * Uses the link as the signed-in person. @throws LinkRefusal for every refusal, after which the link is still usable
 */
export function useLink(
  { token, type, redirectTo }: MailedLink,
  { password, newPassword }: ShownPassword,
): Promise<MailedLinkUse<Session>> {
  return post('/auth/v1/links/use', {
    token,
    type,
    redirect_to: redirectTo,
    ...(password === undefined ? {} : { password }),
    ...(newPassword === undefined ? {} : { new_password: newPassword }),
  })
}

/** Signs out the present person, then signs in with the session that the link, or a new account, gave. */
export async function takeSession({
  access_token,
  refresh_token,
}: Pick<Session, 'access_token' | 'refresh_token'>): Promise<void> {
  await connectSession()
  const auth = await loadAuthClient()
  if (readSessionState().status === 'signed-in')
    await actBecause('mail-link', () => auth.signOut({ scope: 'local' }))
  const { error } = await actBecause('mail-link', () => auth.setSession({ access_token, refresh_token }))
  if (error) throw new LinkRefusal(error.code ?? null, error.message)
}

/**
 * Requests another confirmation mail to the signed-in person's own address; false when there is nothing to confirm.
 * @throws LinkRefusal
 */
export function resendOwnConfirmation(email: string, backTo = '/dashboard'): Promise<{ queued: boolean }> {
  const redirectTo = encodeURIComponent(window.location.origin + backTo)
  return post(`/auth/v1/resend?redirect_to=${redirectTo}`, { type: 'signup', email })
}

async function post<T>(path: string, json: object): Promise<T> {
  let response: Response
  try {
    const token = await findAccessToken()
    const answered = await fetch(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Supabase-Api-Version': '2024-01-01',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(json),
    })
    response = await translateRefusal(answered)
  } catch {
    throw new LinkRefusal(null, 'Network error')
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok && answer !== null) return answer as T
  const { code, message } = (answer ?? {}) as { code?: string; message?: string }
  const retryAfter = Number(response.headers.get('retry-after')) || null
  throw new LinkRefusal(response.status < 500 ? (code ?? null) : null, message ?? 'No answer', retryAfter)
}

/**
 * Updates this browser's session with the current state of the account. The tokens stay as they are: if they were
 * rotated while the person leaves the page, the response would be lost, and the session with it (SESSION-13).
 */
export async function renewUser(): Promise<void> {
  if (readSessionState().status !== 'signed-in') return
  await connectSession()
  const { data } = await (await loadAuthClient()).getUser()
  // Read after the request: another tab may have refreshed or ended the session in between.
  const stored = findStoredSession()
  if (data.user === null || stored === null) return
  const session = JSON.parse(stored) as Session
  if (session.user.id !== data.user.id) return
  const renewed = { ...session, user: data.user }
  window.localStorage.setItem(sessionStorageKey, JSON.stringify(renewed))
  tellAllTabs(renewed)
}

/** Broadcasts it on the channel on which the auth clients of all tabs, including this one, listen to each other. */
function tellAllTabs(session: Session): void {
  const channel = new BroadcastChannel(sessionStorageKey)
  channel.postMessage({ event: 'USER_UPDATED', session })
  channel.close()
}
