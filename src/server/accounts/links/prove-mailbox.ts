import type { SignUpMetadata } from '../../../contract/account.ts'
import { accountLimits } from '../../../domain/account/limits.ts'
import { computeNewestDay } from '../../../domain/calendar-date.ts'
import { announceChange } from '../../live/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import { queueMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { findNewPasswordFault } from '../credentials.ts'
import { mergeMetadata } from '../sessions/session-answer.ts'
import { endAllSessions, type SignedIn } from '../stores/session-store.ts'
import { addUser, changeUser, putProfile, type UserMetadata, type UserRow } from '../stores/user-store.ts'
import { passwordMailJob } from './account-mails.ts'
import { endPending, type LinkToken } from './one-time-tokens.ts'
import { findRegistration, releaseRegistration } from './registration.ts'

type MailboxProof = {
  token: LinkToken
  shown: ShownProof
  /** The flow whose code will be exchanged; null when there is none. */
  keptFlow: string | null
}

/**
 * Applies the proof that a person reads the mailbox, and ends everything that was pending. A confirmed account belongs
 * to them. Of an unconfirmed account they keep the registration that they vouch for; without one, they get nothing from
 * any registration, and the account begins afresh. In every case the address counts as confirmed now, and a new
 * password ends every session. The user's row must be locked.
 */
export async function proveMailbox(
  platform: Platform,
  tx: Transaction,
  user: UserRow,
  { token, shown, keptFlow }: MailboxProof,
): Promise<UserRow> {
  const now = platform.clock.now()
  const replaceAccount = async (fresh: FreshAccount) => {
    const added = await addProvenUser(platform, tx, { email: user.email, earlier: user, ...fresh })
    if (!added) throw new Error('the released address is taken')
    return added
  }
  const vouched = user.emailConfirmedAt ? 'account' : judgeVouching(user, token, shown)
  if (vouched === 'none') {
    return replaceAccount({
      passwordHash: shown.newPasswordHash,
      metadata: {},
      profile: null,
    })
  }
  if (vouched === 'repeated') {
    const metadata = token.pendingMetadata ?? {}
    // The person's age was checked at registration, on the local day of that moment.
    const profile = findRegistration(metadata, computeNewestDay(now))
    return replaceAccount({
      passwordHash: shown.newPasswordHash ?? token.pendingPasswordHash,
      metadata,
      profile: isAuthRefusal(profile) ? null : profile,
    })
  }
  const proven = await endPending(tx, user.id, { now, keptFlow })
  // Open pages still show the address as unconfirmed.
  if (!proven.emailVerifiedAt) await announceChange(tx, user.id, { account: 'changed' })
  if (shown.newPasswordHash) {
    await endAllSessions(tx, user.id)
    const content = { to: user.email, at: now.toISOString() }
    await queueMail(platform, tx, passwordMailJob, content, { accountId: user.id })
  }
  return changeUser(
    tx,
    user.id,
    {
      // Also for a confirmed address: using the link proves that the person reads the mailbox today.
      emailConfirmedAt: now,
      ...(proven.emailConfirmedAt
        ? {}
        : { userMetadata: mergeMetadata(proven.userMetadata, { email_verified: true }) }),
      ...(shown.newPasswordHash ? { passwordHash: shown.newPasswordHash } : {}),
    },
    now,
  )
}

type FreshAccount = {
  passwordHash: string | null
  metadata: UserMetadata
  profile: SignUpMetadata | null
}

/**
 * Gives an address to the person who proved its mailbox, as a new account. Ends the unproven registration `earlier`, so
 * that nothing registered, uploaded, made or paid for with it belongs to them, and it gives no access to their data.
 * Its row must be locked. Null when the address was taken since.
 */
export async function addProvenUser(
  platform: Platform,
  tx: Transaction,
  {
    email,
    earlier,
    passwordHash,
    metadata,
    profile,
  }: FreshAccount & { email: string; earlier: UserRow | null },
): Promise<UserRow | null> {
  const now = platform.clock.now()
  if (earlier) await releaseRegistration(platform, tx, earlier)
  const userMetadata = mergeMetadata(metadata, { email_verified: true })
  const added = await addUser(tx, { email, passwordHash, userMetadata, now })
  if (!added) return null
  if (profile) await putProfile(tx, added.id, profile)
  return changeUser(tx, added.id, { emailConfirmedAt: now }, now)
}

/** The proofs that come with the use of a mailed link. */
export type LinkProof = {
  /** The account that is signed in on the device where the link is used. */
  bearer: SignedIn | null
  /** The password of a registration of this address. */
  password?: string | undefined
  newPassword?: string | undefined
}

/** The valid parts of a `LinkProof`. They contain hashes, which are compared again once the rows are locked. */
export type ShownProof = { bearer: SignedIn | null; matched: string[]; newPasswordHash: string | null }

/**
 * The registration that the reader of the mailbox vouches for: the account's, the repeated registration that the link
 * was mailed for, or none.
 */
type Vouched = 'account' | 'repeated' | 'none'

/**
 * Checks the given proofs, outside any transaction because hashing is slow. Refuses a password that belongs to no
 * registration.
 */
export async function checkProof(
  platform: Platform,
  user: UserRow,
  token: LinkToken,
  { bearer, password, newPassword, ip }: LinkProof & { ip: string },
): Promise<ShownProof | AuthRefusal> {
  const { passwords } = platform
  const hashes = [token.pendingPasswordHash, user.passwordHash].filter((hash) => hash !== null)
  const matched: string[] = []
  if (password !== undefined) {
    const isPossible = password.length <= accountLimits.passwordMax
    for (const hash of isPossible ? hashes : [])
      if (await passwords.verify(hash, password)) matched.push(hash)
    if (matched.length === 0) return refuseAuth('current_password_invalid', { message: notThePassword })
  }
  if (newPassword === undefined) return { bearer, matched, newPasswordHash: null }
  // Of an unproven registration, the mailbox's reader owns only the address, unless they also prove the rest.
  const isOwn = user.emailConfirmedAt !== null || matched.length > 0 || bearer?.user.id === user.id
  const person = isOwn ? user.userMetadata : {}
  const fault = await findNewPasswordFault(
    platform,
    newPassword,
    { ...person, email: token.email },
    { ip, userId: user.id },
  )
  if (fault) return fault
  if (user.passwordHash !== null && (await passwords.verify(user.passwordHash, newPassword)))
    return refuseAuth('same_password')
  return { bearer, matched, newPasswordHash: await passwords.hash(newPassword) }
}

/**
 * Decides which registration is vouched for. Being signed in vouches for the account's own registration only, never for
 * a repeated one made after it.
 */
export function judgeVouching(user: UserRow, token: LinkToken, { bearer, matched }: ShownProof): Vouched {
  const { pendingPasswordHash } = token
  if (pendingPasswordHash !== null && matched.includes(pendingPasswordHash)) return 'repeated'
  if (user.passwordHash !== null && matched.includes(user.passwordHash)) return 'account'
  return pendingPasswordHash === null && bearer?.user.id === user.id ? 'account' : 'none'
}

const notThePassword = 'This is not the password of the registration'
