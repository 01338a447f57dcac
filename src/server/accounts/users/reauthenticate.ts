import { timingSafeEqual } from 'node:crypto'
import { type Refusal, refuse } from '../../http/problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AuthRefusal, refuseAuth } from '../auth-error.ts'
import { forgetGuesses, limitGuesses, limitOwnMails, spendCodeTry } from '../limits.ts'
import { issueToken } from '../links/issue-token.ts'
import { deleteToken, makeTypedCode, tryReauthenticationCode } from '../links/one-time-tokens.ts'
import { refuseTooSoon } from '../links/request-mail.ts'
import type { Account } from '../sessions/authenticate.ts'
import { noteSecurityEvent } from '../sessions/security-events.ts'
import { type Device, lockSignedIn, type SignedIn } from '../stores/session-store.ts'
import { changeUser, findUserById } from '../stores/user-store.ts'

/** Mails the signed-in person a code that replaces the current password. */
export async function reauthenticate(
  platform: Platform,
  { user, sessionId }: SignedIn,
): Promise<AuthRefusal | null> {
  if (!user.emailConfirmedAt) return refuseAuth('email_not_confirmed')
  const limited = await refuseOwnMail(platform, 'reauthentication', user.email)
  if (limited) return limited
  return platform.database.transaction(async (tx) => {
    const locked = await lockSignedIn(tx, { userId: user.id, sessionId })
    if (!locked) return refuseAuth('session_not_found')
    const issued = await issueToken(platform, tx, {
      userId: user.id,
      kind: 'reauthentication',
      email: locked.email,
      codeChallenge: null,
    })
    if (!issued.allowed) return refuseTooSoon(issued.retryAfterSeconds)
    const now = platform.clock.now()
    await changeUser(tx, user.id, { reauthenticationSentAt: now }, now)
    return null
  })
}

/** Uses up the code if it is the last one that was mailed, so that it is a proof only once. Every try counts. */
function spendReauthenticationCode(platform: Platform, userId: string, code: string): Promise<boolean> {
  return platform.database.transaction(async (tx) => {
    const outcome = await spendCodeTry(platform, tx, async (maxTries) => {
      const id = await tryReauthenticationCode(tx, userId, maxTries, platform.clock.now())
      if (!id) return 'none'
      const expected = Buffer.from(makeTypedCode(platform.signing, id))
      const given = Buffer.from(code)
      if (expected.length !== given.length || !timingSafeEqual(expected, given)) return 'wrong'
      await deleteToken(tx, id)
      return 'right'
    })
    return outcome === 'right'
  })
}

/** The refusal of a mail that the signed-in person asked for too often, with the time to wait. */
export async function refuseOwnMail(
  platform: Platform,
  kind: string,
  email: string,
): Promise<AuthRefusal | null> {
  const { allowed, retryAfterSeconds } = await limitOwnMails(platform, kind, email)
  if (allowed) return null
  return refuseTooSoon(retryAfterSeconds)
}

export type FreshProof = {
  currentPassword?: string | undefined
  nonce?: string | undefined
} & Device

/**
 * A session alone must not be enough to take over an account permanently, so the current password or a mailed code is
 * required too. Null when that is correct. Every try at either counts.
 */
export async function findMissingProof(
  platform: Platform,
  { user }: Pick<SignedIn, 'user'>,
  proof: FreshProof,
): Promise<AuthRefusal | null> {
  const refusal = await tryProof(platform, user, proof)
  if (refusal && refusal.authRefused !== 'current_password_required')
    await noteSecurityEvent(platform, 'proof_refused', {
      userId: user.id,
      reason: refusal.authRefused,
      device: { ip: proof.ip, userAgent: proof.userAgent },
    })
  return refusal
}

async function tryProof(
  platform: Platform,
  user: SignedIn['user'],
  { currentPassword, nonce, ip }: FreshProof,
): Promise<AuthRefusal | null> {
  if (nonce !== undefined) {
    return (await spendReauthenticationCode(platform, user.id, nonce))
      ? null
      : refuseAuth('reauthentication_not_valid')
  }
  if (currentPassword === undefined) return refuseAuth('current_password_required')
  const limited = await limitGuesses(platform, user.email, ip)
  if (limited) return limited
  if (!(await platform.passwords.verify(user.passwordHash, currentPassword))) {
    return refuseAuth('current_password_invalid')
  }
  await forgetGuesses(platform, user.email, ip)
  return null
}

/**
 * Checks that the signed-in person proved their identity again, by the password or a mailed code, unless they used a
 * passkey just now. Null on success. Every try counts like a try to sign in.
 */
export async function checkFreshProof(
  platform: Platform,
  account: Account,
  { password, code, ...device }: { password?: string | undefined; code?: string | undefined } & Device,
): Promise<Refusal | null> {
  const user = await findUserById(platform.database, account.id)
  if (!user) return refuse('authentication_required')
  if (password === undefined && code === undefined && account.provenByPasskey) return null
  const refusal = await findMissingProof(
    platform,
    { user },
    { currentPassword: password, nonce: code, ...device },
  )
  if (!refusal) return null
  if (refusal.authRefused === 'over_request_rate_limit') {
    return refuse('rate_limited', { retryAfterSeconds: refusal.retryAfterSeconds ?? 60 })
  }
  return refuse(code === undefined ? 'password_wrong' : 'mailed_code_wrong')
}
