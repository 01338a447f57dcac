import { accountLimits } from '../../../domain/account/limits.ts'
import { DatabaseUnavailable, sql } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AuthRefusal, authErrors, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { findLengthWeakness, type PasswordWeakness, readEmail } from '../credentials.ts'
import { forgetGuesses, limitGuesses } from '../limits.ts'
import {
  type Device,
  endSessions,
  findSignInBlock,
  hasSessionExpired,
  type LogOutScope,
  lockSession,
  openSessionByHash,
  type SignedIn,
  touchSession,
} from '../stores/session-store.ts'
import { findUserByEmail, findUserById, lockUser } from '../stores/user-store.ts'
import { noteSecurityEvent, noteSignIn } from './security-events.ts'
import {
  type OpenSession,
  parseRefreshToken,
  type RefreshClaim,
  type SessionAnswer,
  writeSessionAnswer,
} from './session-answer.ts'

/** The same for addresses with and without an account (SIGNIN-12). */
const lockedOut =
  `${authErrors.over_request_rate_limit.message} You don't have to wait if you choose a new password: ` +
  '"Forgot your password?" mails you a link.'

type SignInRequest = { email: string; password: string; device: Device }

/**
 * Opens a session for the right password. An unknown address and a wrong password get the same refusal after the same
 * work. An unconfirmed address may sign in. `weak_password` is set when the password is shorter than the current
 * minimum, and null otherwise.
 */
export async function signIn(
  platform: Platform,
  { email: given, password, device }: SignInRequest,
): Promise<(SessionAnswer & { weak_password: PasswordWeakness | null }) | AuthRefusal> {
  const { clock, database, passwords } = platform
  const parsed = readEmail(given)
  const email = isAuthRefusal(parsed) ? given.slice(0, accountLimits.emailMax) : parsed
  const limited = await limitGuesses(platform, email, device.ip)
  const known = isAuthRefusal(parsed) ? null : await findUserByEmail(database, email)
  const refuseSignIn = async (refusal: AuthRefusal) => {
    const { authRefused: reason } = refusal
    await noteSecurityEvent(platform, 'sign_in_refused', { userId: known?.id, reason, device })
    return refusal
  }
  if (limited) return refuseSignIn({ ...limited, message: lockedOut })
  const isPossible = password.length <= accountLimits.passwordMax
  const matches = await passwords.verify(
    isPossible ? (known?.passwordHash ?? null) : null,
    isPossible ? password : '',
  )
  if (!known?.passwordHash || !matches) return refuseSignIn(refuseAuth('invalid_credentials'))
  const shut = findSignInBlock(known, clock.now())
  if (shut) return refuseSignIn(refuseAuth(shut))

  const { passwordHash } = known
  const session = { userId: known.id, method: 'password', device, now: clock.now() } as const
  // The password may have been changed while the old one was being checked.
  const opened = await database.transaction((tx) => openSessionByHash(tx, { ...session, passwordHash }))
  if (!opened) return refuseSignIn(refuseAuth('invalid_credentials'))
  await noteSignIn(platform, opened)
  await forgetGuesses(platform, email, device.ip)
  return { ...(await writeSessionAnswer(platform, opened)), weak_password: findLengthWeakness(password) }
}

/**
 * For this long after a rotation, the old token still gets the current one: two tabs may share it, or an answer may get
 * lost.
 */
const reuseIntervalMs = 10_000

/** How long a refresh waits for other refreshes of the same session. */
const defaultLockTimeoutMs = 5_000

type RefreshRequest = { refreshToken: string; device: Device; lockTimeoutMs?: number }

/**
 * Rotates a refresh token (SESSION-4). A token that was rotated less than ten seconds ago gets the current one. Later
 * reuse means that two parties hold the token family, so the session ends for both.
 */
export async function refreshSession(
  platform: Platform,
  { refreshToken, device, lockTimeoutMs = defaultLockTimeoutMs }: RefreshRequest,
): Promise<SessionAnswer | AuthRefusal> {
  const claim = parseRefreshToken(platform.signing, refreshToken)
  if (!claim) return refuseAuth('refresh_token_not_found')
  let outcome: OpenSession | AuthRefusal
  let reusedOf: string | undefined
  const noteReuse = (userId: string) => {
    reusedOf = userId
  }
  try {
    outcome = await rotate(platform, claim, { device, lockTimeoutMs, noteReuse })
  } catch (error) {
    if (isLockTimeout(error)) return refuseAuth('conflict')
    throw error
  }
  if (reusedOf) {
    const reuse = { userId: reusedOf, sessionId: claim.sessionId, device }
    await noteSecurityEvent(platform, 'refresh_token_reused', reuse)
  }
  return 'authRefused' in outcome ? outcome : writeSessionAnswer(platform, outcome)
}

/** Runs one locked transaction. It commits even when it refuses, so that an ended session stays ended. */
function rotate(
  platform: Platform,
  claim: RefreshClaim,
  {
    device,
    lockTimeoutMs,
    noteReuse,
  }: { device: Device; lockTimeoutMs: number; noteReuse: (userId: string) => void },
): Promise<OpenSession | AuthRefusal> {
  return platform.database.transaction(async (tx) => {
    await tx.run(sql`SELECT set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`)
    const session = await lockSession(tx, claim.sessionId)
    const user = session && (await findUserById(tx, session.userId))
    if (!session || !user) return refuseAuth('refresh_token_not_found')
    const now = platform.clock.now()
    const shut = findSignInBlock(user, now)
    if (shut) return refuseAuth(shut)
    const end = () => endSessions(tx, user.id, 'local', session.id)
    if (hasSessionExpired(session, now)) {
      await end()
      return refuseAuth('session_expired')
    }

    const turnsBehind = session.refreshCounter - claim.counter
    if (turnsBehind < 0) return refuseAuth('validation_failed', { message: 'Invalid Refresh Token' })
    const recent = session.rotations.filter((at) => now.getTime() - at.getTime() < reuseIntervalMs)
    // A token that is n turns behind was rotated recently only if there were at least n recent rotations.
    if (turnsBehind > recent.length) {
      await end()
      noteReuse(user.id)
      return refuseAuth('refresh_token_already_used')
    }
    const rotations = turnsBehind === 0 ? [...recent, now] : null
    return { user, session: await touchSession(tx, session.id, { rotations, device, now }) }
  })
}

/**
 * Whether waiting for the lock timed out (SQLSTATE 55P03). That isn't an outage here, because the wait is intentional.
 */
function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && (error.cause as { code?: string }).code === '55P03'
}

export const logOutScopes = ['global', 'local', 'others'] as const satisfies LogOutScope[]

/** Ends sessions. Their access tokens stop working at once. */
export async function logOut(
  platform: Platform,
  { user, sessionId }: SignedIn,
  { scope, device }: { scope: LogOutScope; device: Device },
): Promise<void> {
  await platform.database.transaction(async (tx) => {
    await lockUser(tx, user.id)
    await endSessions(tx, user.id, scope, sessionId)
  })
  await noteSecurityEvent(platform, 'signed_out', { userId: user.id, sessionId, scope, device })
}
