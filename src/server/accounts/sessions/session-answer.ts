import { isCanonicalId } from '../../../domain/typed-text.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { Signing } from '../../platform/keys/index.ts'
import { readChosen, readReader } from '../../platform/language/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AuthRefusal, refuseAuth } from '../auth-error.ts'
import { type AppRow, findApp } from '../stores/app-store.ts'
import { type AuthMethodName, hasTwoSteps } from '../stores/proofs.ts'
import { addSession, computeSessionEnd, type Device, type SessionRow } from '../stores/session-store.ts'
import { changeUser, keepLanguage, type UserMetadata, type UserRow } from '../stores/user-store.ts'

export type OpenSession = { user: UserRow; session: SessionRow }

/** A session as the client expects it (AUTH-1). Times in seconds; `expires_at` is unix time. */
export type SessionAnswer = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: UserObject
}

/** Signs the user in on a device. Their row must be locked or just inserted. */
export async function openSession(
  tx: Transaction,
  {
    user,
    ...opening
  }: { user: UserRow; method: AuthMethodName; passkeyId?: string; device: Device; now: Date },
): Promise<OpenSession> {
  const changed = await changeUser(tx, user.id, { lastSignInAt: opening.now }, opening.now)
  return { user: changed, session: await addSession(tx, { userId: user.id, ...opening }) }
}

/**
 * A fresh access token, which doesn't outlive the session, and the session's current refresh token. Stores the language
 * that its person chose, and for an account without one the language of their browser, unless the session still lacks the
 * second step of its account. Call it after the transaction was committed.
 */
export async function writeSessionAnswer(
  platform: Platform,
  { user, session }: OpenSession,
): Promise<SessionAnswer> {
  const { clock, database, settings, signing } = platform
  const now = clock.now()
  const isTwoStep = hasTwoSteps(session.amr)
  const app = isTwoStep ? null : await findApp(database, user.id)
  const language = user.language === null ? readReader() : readChosen()
  if (language && language !== user.language && !app?.confirmedAt)
    await keepLanguage(database, user.id, language)
  const leftMs = computeSessionEnd(session).getTime() - now.getTime()
  const lifeSeconds = Math.max(1, Math.min(settings.accessTokenLifeSeconds, Math.ceil(leftMs / 1000)))
  const accessToken = await signing.signAccessToken(
    {
      sub: user.id,
      email: user.email,
      phone: '',
      role: 'authenticated',
      app_metadata: appMetadata,
      // Clients expect this member. The person's own data is in the user object instead of in a token that every call
      // carries.
      user_metadata: {},
      aal: isTwoStep ? 'aal2' : 'aal1',
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
    user: app?.confirmedAt ? toUnprovenUserObject(user, app) : toUserObject(user),
  }
}

/** The `app_metadata` of every account; there is only one way to sign in. */
const appMetadata = { provider: 'email', providers: ['email'] } as const

/** The user on the wire (AUTH-2). Contains only the members listed here. */
export function toUserObject(user: UserRow) {
  const confirmedAt = toIso(user.emailVerifiedAt)
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    ...(confirmedAt ? { email_confirmed_at: confirmedAt } : {}),
    phone: '',
    ...includeIfKnown('confirmation_sent_at', user.confirmationSentAt),
    ...(confirmedAt ? { confirmed_at: confirmedAt } : {}),
    ...includeIfKnown('recovery_sent_at', user.recoverySentAt),
    ...(user.newEmail ? { new_email: user.newEmail } : {}),
    ...includeIfKnown('email_change_sent_at', user.emailChangeSentAt),
    ...includeIfKnown('reauthentication_sent_at', user.reauthenticationSentAt),
    ...includeIfKnown('last_sign_in_at', user.lastSignInAt),
    app_metadata: appMetadata,
    user_metadata: user.userMetadata,
    identities: [toIdentityObject(user)],
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    ...includeIfKnown('banned_until', user.bannedUntil),
    // Not in GoTrue: tells a person that their sign-in kept a closed account.
    ...includeIfKnown('kept_at', user.keptAt),
    is_anonymous: false,
  }
}

/**
 * The user for a session without the second step of the account: nothing of what the person typed about themselves
 * (TWOSTEP-12), and the app whose code is missing.
 */
export function toUnprovenUserObject(user: UserRow, app: AppRow): UserObject {
  const known = { sub: user.id, email: user.email, email_verified: user.emailVerifiedAt !== null }
  const identity = { ...toIdentityObject(user), identity_data: known }
  return {
    ...toUserObject(user),
    user_metadata: known,
    identities: [identity],
    factors: [toFactorObject(app)],
  }
}

/** The app as the client's `mfa.listFactors` reads it. */
export function toFactorObject({ id, createdAt, confirmedAt }: AppRow) {
  return {
    id,
    factor_type: 'totp',
    status: confirmedAt ? 'verified' : 'unverified',
    created_at: createdAt.toISOString(),
    updated_at: (confirmedAt ?? createdAt).toISOString(),
  }
}

type UserObject = Omit<ReturnType<typeof toUserObject>, 'identities'> & {
  identities: { identity_data: object }[]
  factors?: ReturnType<typeof toFactorObject>[]
}

function toIdentityObject(user: UserRow) {
  return {
    identity_id: user.identityId,
    id: user.id,
    user_id: user.id,
    identity_data: {
      ...(user.userMetadata satisfies UserMetadata),
      sub: user.id,
      email: user.email,
      email_verified: user.emailVerifiedAt !== null,
      phone_verified: false,
    },
    provider: 'email',
    last_sign_in_at: toIso(user.lastSignInAt) ?? toIso(user.createdAt),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    email: user.email,
  }
}

function toIso(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

function includeIfKnown<Name extends string>(name: Name, date: Date | null): { [K in Name]?: string } {
  return (date ? { [name]: date.toISOString() } : {}) as { [K in Name]?: string }
}

/** The limit for the metadata that an account may keep. Sign-up and every answer with the user carry it. */
const maxBytes = 6 * 1024

/** The metadata, or a refusal when it is too large. */
export function readMetadata(data: UserMetadata): UserMetadata | AuthRefusal {
  if (Buffer.byteLength(JSON.stringify(data)) <= maxBytes) return data
  return refuseAuth('validation_failed', { message: 'The user data is too large' })
}

/** The metadata with the changes applied. A null removes a member. */
export function mergeMetadata(before: UserMetadata, changes: UserMetadata): UserMetadata {
  const merged = Object.entries({ ...before, ...changes })
  return Object.fromEntries(merged.filter(([, value]) => value !== null))
}

const purpose = 'refresh-token'

/** The content of a refresh token: a session and a value of its counter. */
export type RefreshClaim = { sessionId: string; counter: number }

/**
 * `{session}.{counter}.{MAC}`. The token isn't stored, and access to the database isn't enough to make one, because the
 * MAC's key is elsewhere.
 */
export function mintRefreshToken(signing: Signing, { sessionId, counter }: RefreshClaim): string {
  const claim = `${sessionId}.${counter}`
  return `${claim}.${signing.computeMac(purpose, claim)}`
}

/** The claim of a token minted by this service; null for anything else. */
export function parseRefreshToken(signing: Signing, token: string): RefreshClaim | null {
  const [sessionId, counter, mac, ...rest] = token.split('.')
  if (!sessionId || !counter || !mac || rest.length > 0) return null
  if (!isCanonicalId(sessionId) || !/^(0|[1-9]\d{0,14})$/.test(counter)) return null
  if (!signing.verifyMac(purpose, `${sessionId}.${counter}`, mac)) return null
  return { sessionId, counter: Number(counter) }
}
