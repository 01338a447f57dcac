import { accountLimits } from '../../../domain/account/limits.ts'
import type { Platform } from '../../platform/platform.ts'
import { findFree } from '../limits.ts'
import { isAskedByThemselves, issueAddressChange } from '../links/change-address.ts'
import { tellOwner } from '../links/known-address-mail.ts'
import { dropTokens } from '../links/one-time-token-store.ts'
import { findCodeChallenge, type PkceRequest } from '../links/pkce.ts'
import { noteSecurityEvent } from '../sessions/security-events.ts'
import type { SignedIn } from '../sessions/session-store.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from '../wire/auth-error.ts'
import { mergeMetadata, readMetadata } from '../wire/metadata.ts'
import { readEmail } from './email-address.ts'
import { findMissingProof } from './fresh-proof.ts'
import { checkNewPassword, type PasswordWish, setPassword } from './new-password.ts'
import { renameProfile } from './profile-store.ts'
import { limitOwnMails } from './reauthenticate.ts'
import { changeUser, findUserByEmail, lockUser, type UserRow } from './user-store.ts'

export type UserUpdate = PkceRequest &
  PasswordWish & {
    redirectTo: string | undefined
  }

/**
 * Changes what a person may change about their own account: metadata (a null takes a member away), password, address. All of it or nothing.
 * A new password ends every other session and everything pending, and is told by mail; a new address needs a fresh proof, and counts once
 * both mailed links were used.
 */
export async function updateUser(
  platform: Platform,
  signedIn: SignedIn,
  update: UserUpdate,
): Promise<UserRow | AuthRefusal> {
  const codeChallenge = findCodeChallenge(update)
  if (isAuthRefusal(codeChallenge)) return codeChallenge
  const newEmail = await checkNewEmail(platform, signedIn, update)
  if (isAuthRefusal(newEmail)) return newEmail
  const password = await checkNewPassword(platform, signedIn, update)
  if (isAuthRefusal(password)) return password
  const limited = newEmail && (await limitOwnMails(platform, 'email_change', signedIn.user.email))
  if (limited) return limited

  const changed = await platform.database.transaction(async (tx) => {
    let user = await lockUser(tx, signedIn.user.id)
    if (!user) return refuseAuth('user_not_found')
    const userMetadata = update.data && readMetadata(mergeMetadata(user.userMetadata, update.data))
    if (isAuthRefusal(userMetadata)) return userMetadata
    if (password) {
      const renewed = await setPassword(platform, tx, user, { sessionId: signedIn.sessionId, password })
      if (isAuthRefusal(renewed)) return renewed
      user = renewed
    }
    if (userMetadata) {
      user = await changeUser(tx, user.id, { userMetadata }, platform.clock.now())
      const fullName = update.data?.['full_name']
      if (isFullName(fullName)) await renameProfile(tx, user.id, fullName)
    }
    if (newEmail) {
      // A code is a proof once.
      await dropTokens(tx, user.id, 'reauthentication')
      const redirectTo = update.redirectTo === undefined ? {} : { redirectTo: update.redirectTo }
      user = await issueAddressChange(platform, tx, {
        userId: user.id,
        email: user.email,
        newEmail,
        codeChallenge,
        ...redirectTo,
      })
    }
    return user
  })
  if (password && !isAuthRefusal(changed))
    noteSecurityEvent(platform, 'password_changed', { userId: changed.id })
  if (newEmail && !isAuthRefusal(changed))
    noteSecurityEvent(platform, 'address_change_begun', { userId: changed.id })
  return changed
}

/** The wished address, if it is another than the account has. A session alone cannot make another one. */
async function checkNewEmail(
  platform: Platform,
  signedIn: SignedIn,
  update: UserUpdate,
): Promise<string | null | AuthRefusal> {
  const { user } = signedIn
  if (update.email === undefined) return null
  const email = readEmail(update.email)
  if (isAuthRefusal(email)) return email
  if (email === user.email) return null
  // The link goes to somebody's mailbox: only an account that has proven its own may cause that.
  if (!user.emailStandsAt) return refuseAuth('email_not_confirmed')
  const unproven = await findMissingProof(platform, signedIn, update)
  if (unproven) return unproven
  if (await isAskedByThemselves(platform.database, user.id, email)) return refuseAuth('email_asked')
  // A registration that nobody has confirmed keeps the address from nobody who proves its mailbox.
  const free = await platform.database.transaction((tx) =>
    findFree(platform, tx, update.ip, async () =>
      (await findUserByEmail(tx, email))?.emailConfirmedAt ? null : email,
    ),
  )
  if (free !== null) return free
  await tellOwner(platform, email)
  return refuseAuth('email_exists')
}

function isFullName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= accountLimits.fullNameMax
}
