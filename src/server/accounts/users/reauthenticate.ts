import { timingSafeEqual } from 'node:crypto'
import type { Platform } from '../../platform/platform.ts'
import { limitMails, spendCodeTry } from '../limits.ts'
import { issueToken } from '../links/issue-token.ts'
import { makeTypedCode } from '../links/one-time-link.ts'
import { tryReauthenticationCode } from '../links/one-time-token-store.ts'
import { refuseTooSoon } from '../links/resend-confirmation.ts'
import type { SignedIn } from '../sessions/session-store.ts'
import { type AuthRefusal, refuseAuth } from '../wire/auth-error.ts'
import { changeUser, lockUser } from './user-store.ts'

/** Mails the signed-in person a code that stands in for the current password. */
export async function reauthenticate(platform: Platform, { user }: SignedIn): Promise<AuthRefusal | null> {
  if (!user.emailConfirmedAt) return refuseAuth('email_not_confirmed')
  const limited = await limitOwnMails(platform, 'reauthentication', user.email)
  if (limited) return limited
  return platform.database.transaction(async (tx) => {
    const locked = await lockUser(tx, user.id)
    if (!locked) return null
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

/** Whether the code is the one that was mailed last. Every try counts. */
export function isReauthenticationCode(platform: Platform, userId: string, code: string): Promise<boolean> {
  return platform.database.transaction(async (tx) => {
    const outcome = await spendCodeTry(platform, tx, async (maxTries) => {
      const id = await tryReauthenticationCode(tx, userId, maxTries, platform.clock.now())
      if (!id) return 'none'
      const expected = Buffer.from(makeTypedCode(platform.signing, id))
      const given = Buffer.from(code)
      return expected.length === given.length && timingSafeEqual(expected, given) ? 'right' : 'wrong'
    })
    return outcome === 'right'
  })
}

/** As `limitMails`, for somebody who is signed in and may know how long to wait. */
export async function limitOwnMails(
  platform: Platform,
  kind: string,
  email: string,
): Promise<AuthRefusal | null> {
  const { allowed, retryAfterSeconds } = await limitMails(platform, kind, email)
  if (allowed) return null
  return refuseTooSoon(retryAfterSeconds)
}
