import { profileUpdateSchema } from '../../../contract/account.ts'
import { Rollback, type Transaction, transactOrRollBack } from '../../platform/database/index.ts'
import { queueMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { findNewPasswordFault, readEmail } from '../credentials.ts'
import { findFreeAddress } from '../limits.ts'
import { notifyOwner, passwordMailJob } from '../links/account-mails.ts'
import { findCodeChallenge, type PkceRequest } from '../links/issue-token.ts'
import { endPending } from '../links/one-time-tokens.ts'
import { hasOpenRequestTo, issueAddressChange } from '../links/request-mail.ts'
import { noteSecurityEvent } from '../sessions/security-events.ts'
import { mergeMetadata, readMetadata } from '../sessions/session-answer.ts'
import { isFreshlyProvenByMail, noteProof } from '../stores/proofs.ts'
import { endSessions, lockSignedIn, type SignedIn } from '../stores/session-store.ts'
import {
  changeUser,
  findUserByEmail,
  renameProfile,
  type UserMetadata,
  type UserRow,
} from '../stores/user-store.ts'
import { type FreshProof, findMissingProof, refuseOwnMail } from './reauthenticate.ts'

type UserUpdate = PkceRequest &
  PasswordChange & {
    redirectTo: string | undefined
  }

/**
 * Changes a person's own account: metadata (a null removes a member), password, address, all or nothing. A new password
 * ends every other session and everything pending, and the owner is mailed. A new address needs a fresh proof, and takes
 * effect once both mailed links were used.
 */
export async function updateUser(
  platform: Platform,
  signedIn: SignedIn,
  update: UserUpdate,
): Promise<UserRow | AuthRefusal> {
  if (isProofAlone(update)) return proveSession(platform, signedIn, update)
  const codeChallenge = findCodeChallenge(update)
  if (isAuthRefusal(codeChallenge)) return codeChallenge
  const fullName = readFullName(update.data)
  if (isAuthRefusal(fullName)) return fullName
  const newEmail = await checkNewEmail(platform, signedIn, update)
  if (isAuthRefusal(newEmail)) return newEmail
  const password = await checkNewPassword(platform, signedIn, update)
  if (isAuthRefusal(password)) return password
  const limited = newEmail && (await refuseOwnMail(platform, 'email_change', signedIn.user.email))
  if (limited) return limited

  const changed = await transactOrRollBack<UserRow | AuthRefusal, AuthRefusal>(
    platform.database,
    async (tx) => {
      let user = await lockSignedIn(tx, { userId: signedIn.user.id, sessionId: signedIn.sessionId })
      if (!user) return refuseAuth('session_not_found')
      const userMetadata = update.data && readMetadata(mergeMetadata(user.userMetadata, update.data))
      if (isAuthRefusal(userMetadata)) return userMetadata
      if (password) {
        const renewed = await setPassword(platform, tx, user, { sessionId: signedIn.sessionId, password })
        if (isAuthRefusal(renewed)) return renewed
        user = renewed
      }
      if (userMetadata) {
        user = await changeUser(tx, user.id, { userMetadata }, platform.clock.now())
        if (fullName !== null) await renameProfile(tx, user.id, fullName)
      }
      if (newEmail) {
        const redirectTo = update.redirectTo === undefined ? {} : { redirectTo: update.redirectTo }
        const changed = await issueAddressChange(platform, tx, user, {
          newEmail,
          codeChallenge,
          ...redirectTo,
        })
        if (isAuthRefusal(changed)) throw new Rollback(changed)
        user = changed
      }
      return user
    },
  )
  const { sessionId } = signedIn
  if (password && !isAuthRefusal(changed))
    await noteSecurityEvent(platform, 'password_changed', { userId: changed.id, sessionId })
  if (newEmail && !isAuthRefusal(changed))
    await noteSecurityEvent(platform, 'address_change_begun', { userId: changed.id, sessionId })
  return changed
}

/** Whether the request changes nothing and only proves the person's identity again. */
function isProofAlone({ password, email, data, currentPassword, nonce }: UserUpdate): boolean {
  const isProof = currentPassword !== undefined || nonce !== undefined
  return isProof && password === undefined && email === undefined && data === undefined
}

/** Records a fresh proof in the session. For a while it may do things that require one, such as adding a passkey. */
async function proveSession(
  platform: Platform,
  signedIn: SignedIn,
  proof: FreshProof,
): Promise<UserRow | AuthRefusal> {
  const unproven = await findMissingProof(platform, signedIn, proof)
  if (unproven) return unproven
  return platform.database.transaction(async (tx) => {
    const user = await lockSignedIn(tx, { userId: signedIn.user.id, sessionId: signedIn.sessionId })
    if (!user) return refuseAuth('session_not_found')
    const method = proof.nonce === undefined ? 'password' : 'mailed_code'
    await noteProof(tx, signedIn.sessionId, { method, now: platform.clock.now() })
    return user
  })
}

/** The requested address, or null if it isn't different from the account's. A session alone cannot change it. */
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
  // The link goes to another mailbox, so only an account with a proven address may request it.
  if (!user.emailVerifiedAt) return refuseAuth('email_not_confirmed')
  const unproven = await findMissingProof(platform, signedIn, update)
  if (unproven) return unproven
  if (await hasOpenRequestTo(platform.database, user.id, email)) return refuseAuth('email_asked')
  // An unconfirmed registration does not block the address for the person who proves its mailbox.
  const free = await platform.database.transaction((tx) =>
    findFreeAddress(platform, tx, update.ip, async () =>
      (await findUserByEmail(tx, email))?.emailConfirmedAt ? null : email,
    ),
  )
  if (free !== null) return free
  await notifyOwner(platform, email)
  return refuseAuth('email_exists')
}

/** The new name in the metadata, by the rule of the profile's (SETTINGS-2); null without one. */
function readFullName(data: UserMetadata | undefined): string | null | AuthRefusal {
  const given = data?.['full_name']
  if (typeof given !== 'string') return null
  const parsed = profileUpdateSchema.safeParse({ full_name: given })
  if (parsed.success) return parsed.data.full_name
  const [issue] = parsed.error.issues
  return refuseAuth('validation_failed', { status: 422, ...(issue ? { message: issue.message } : {}) })
}

/** A new password and the other data in the same update. The password must not be easy to guess from either. */
type PasswordChange = FreshProof & {
  password?: string | undefined
  email?: string | undefined
  data?: UserMetadata | undefined
}

/** A password that may be set while the account still has the hash `replaces`. */
type NewPassword = { hash: string; replaces: string | null }

/** Checks a new password and its sender; null when there is none. Writes nothing. */
async function checkNewPassword(
  platform: Platform,
  signedIn: SignedIn,
  change: PasswordChange,
): Promise<NewPassword | null | AuthRefusal> {
  const { password } = change
  if (password === undefined) return null
  const { email, userMetadata } = signedIn.user
  const requester = { ip: change.ip, userId: signedIn.user.id }
  const known = [
    { ...userMetadata, email },
    { ...change.data, email: change.email },
  ]
  const fault = await findNewPasswordFault(platform, password, known, requester)
  if (fault) return fault
  const replaces = signedIn.user.passwordHash
  // A session that a mailed link just opened is good enough: the reader of the mailbox could reset the password anyway.
  const isProven = isFreshlyProvenByMail(signedIn.amr, platform.clock.now())
  const unproven = isProven ? null : await findMissingProof(platform, signedIn, change)
  if (unproven) return unproven
  if (replaces !== null && (await platform.passwords.verify(replaces, password)))
    return refuseAuth('same_password')
  return { hash: await platform.passwords.hash(password), replaces }
}

/**
 * Sets the password, ends all sessions except the calling one and everything pending, and enqueues the mail. Refuses
 * without changes when the password was changed since the new one was checked. The user's row must be locked.
 */
async function setPassword(
  platform: Platform,
  tx: Transaction,
  user: UserRow,
  { sessionId, password }: { sessionId: string; password: NewPassword },
): Promise<UserRow | AuthRefusal> {
  if (user.passwordHash !== password.replaces) {
    return refuseAuth('conflict', { message: 'The password was changed by another request' })
  }
  const now = platform.clock.now()
  await endPending(tx, user.id, { now })
  await endSessions(tx, user.id, 'others', sessionId)
  const content = { to: user.email, at: now.toISOString() }
  await queueMail(platform, tx, passwordMailJob, content, { accountId: user.id })
  return changeUser(tx, user.id, { passwordHash: password.hash }, now)
}
