import type { Transaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { mintRefreshToken } from '../sessions/refresh-token.ts'
import { type AuthMethodName, addSession, type Device, type SessionRow } from '../sessions/session-store.ts'
import { computeSessionEnd } from '../users/policy.ts'
import { changeUser, type UserRow } from '../users/user-store.ts'
import { appMetadata, toUserObject, type UserObject } from './user-object.ts'

export type OpenSession = { user: UserRow; session: SessionRow }

/** What the client takes for a session (AUTH-1). Times in seconds; `expires_at` is unix time. */
export type SessionAnswer = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: UserObject
}

/** Signs the user in on a device. Their row must be locked or just made. */
export async function openSession(
  tx: Transaction,
  { user, method, device, now }: { user: UserRow; method: AuthMethodName; device: Device; now: Date },
): Promise<OpenSession> {
  const changed = await changeUser(tx, user.id, { lastSignInAt: now }, now)
  return { user: changed, session: await addSession(tx, { userId: user.id, method, device, now }) }
}

/** A fresh access token, which does not outlive the session, and the session's current refresh token. To be called once the transaction is committed. */
export async function writeSessionAnswer(
  platform: Platform,
  { user, session }: OpenSession,
): Promise<SessionAnswer> {
  const { clock, settings, signing } = platform
  const now = clock.now()
  const leftMs = computeSessionEnd(session).getTime() - now.getTime()
  const lifeSeconds = Math.max(1, Math.min(settings.accessTokenLifeSeconds, Math.ceil(leftMs / 1000)))
  const accessToken = await signing.signAccessToken(
    {
      sub: user.id,
      email: user.email,
      phone: '',
      role: 'authenticated',
      app_metadata: appMetadata,
      // A place that clients look at. What a person told about themselves is in the user object, not in what every call carries.
      user_metadata: {},
      aal: 'aal1',
      amr: session.amr,
      session_id: session.id,
      is_anonymous: false,
    },
    now,
    lifeSeconds,
  )
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: lifeSeconds,
    expires_at: Math.floor(now.getTime() / 1000) + lifeSeconds,
    refresh_token: mintRefreshToken(signing, { sessionId: session.id, counter: session.refreshCounter }),
    user: toUserObject(user),
  }
}
