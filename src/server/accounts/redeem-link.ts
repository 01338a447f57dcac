import { randomBytes } from 'node:crypto'
import { isUniqueViolation, type Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from './auth-error.ts'
import { dropFlows, putAuthCode } from './flow-state-store.ts'
import { mergeMetadata } from './metadata.ts'
import { sha256 } from './one-time-link.ts'
import {
  dropTokens,
  findTokenOwner,
  type TokenKind,
  type TokenRow,
  takeToken,
} from './one-time-token-store.ts'
import { isBanned } from './policy.ts'
import { putProfile } from './profile-store.ts'
import { readRegistration } from './registration.ts'
import { type OpenSession, openSession } from './session-answer.ts'
import { type AuthMethodName, type Device, endAllSessions } from './session-store.ts'
import { changeUser, lockUser, type UserRow } from './user-store.ts'

/** What the `type` of a link or of verifyOtp may mean. `email` and `invite` are the client's other names. */
export const linkKinds = {
  signup: ['signup'],
  invite: ['signup'],
  recovery: ['recovery'],
  magiclink: ['magiclink'],
  email: ['signup', 'recovery', 'magiclink'],
  email_change: ['email_change_current', 'email_change_new'],
} as const satisfies Record<string, readonly TokenKind[]>

export type LinkKind = keyof typeof linkKinds

/** What using a link came to: a session, a code that the asking browser exchanges for one, or the first of two halves. */
export type RedeemedLink = { session: OpenSession } | { authCode: string } | { firstHalf: true }

export type LinkRedemption = {
  token: string
  type: LinkKind
  /** When given, the link must have been mailed to this address. */
  email?: string
  /** Whether to answer a PKCE link with a code instead of a session. */
  codeForPkce: boolean
  device: Device
}

/** How long the code of a followed PKCE link can be exchanged. */
const authCodeLifeMs = 5 * 60 * 1000

const linkVoid = refuseAuth('otp_expired', { message: 'Email link is invalid or has expired' })

/**
 * Uses a mailed link: takes it away, does what it stands for, and signs in, all in one transaction. Of parallel uses one succeeds. A link
 * that was used, replaced, has ended or is of another kind is `otp_expired` and changes nothing.
 */
export async function redeemLink(
  platform: Platform,
  use: LinkRedemption,
): Promise<RedeemedLink | AuthRefusal> {
  const { clock, database } = platform
  const hash = sha256(use.token)
  const kinds = linkKinds[use.type]
  try {
    return await database.transaction(async (tx) => {
      const now = clock.now()
      const owner = await findTokenOwner(tx, hash, kinds, now)
      const user = owner && (await lockUser(tx, owner))
      if (!user || isBanned(user, now)) return linkVoid
      const token = await takeToken(tx, hash, kinds, {
        now,
        ...(use.email === undefined ? {} : { email: use.email }),
      })
      if (!token) return linkVoid
      const proven = await apply(tx, user, token, now)
      if (!proven) return { firstHalf: true }
      if (token.flowStateId && use.codeForPkce)
        return { authCode: await issueCode(tx, token.flowStateId, now) }
      return {
        session: await openSession(tx, {
          user: proven,
          method: methodOf(token.kind),
          device: use.device,
          now,
        }),
      }
    })
  } catch (error) {
    if (isUniqueViolation(error)) return refuseAuth('email_exists')
    throw error
  }
}

/** Does what the link stands for; null when another link has to be used too before anything happens. */
async function apply(tx: Transaction, user: UserRow, token: TokenRow, now: Date): Promise<UserRow | null> {
  switch (token.kind) {
    case 'signup':
      return confirm(tx, user, token, now)
    case 'recovery':
    case 'magiclink':
      return proveMailbox(tx, user, token, now)
    case 'email_change_current':
    case 'email_change_new':
      return changeAddress(tx, user, token.kind, now)
    case 'reauthentication':
      throw new Error('a typed code is no link')
  }
}

/** Confirms the address, and puts the registration that asked for this link, if it came later, in place of the earlier one. */
async function confirm(tx: Transaction, user: UserRow, token: TokenRow, now: Date): Promise<UserRow> {
  const { pendingPasswordHash, pendingMetadata } = token
  if (pendingPasswordHash) {
    await endAllSessions(tx, user.id)
    await dropFlows(tx, user.id, token.flowStateId)
    const profile = readRegistration(pendingMetadata ?? {}, now)
    if (profile && !isAuthRefusal(profile)) await putProfile(tx, user.id, profile)
  }
  await dropTokens(tx, user.id)
  return changeUser(
    tx,
    user.id,
    {
      emailConfirmedAt: user.emailConfirmedAt ?? now,
      userMetadata: mergeMetadata(pendingMetadata ?? user.userMetadata, { email_verified: true }),
      ...(pendingPasswordHash ? { passwordHash: pendingPasswordHash } : {}),
    },
    now,
  )
}

/**
 * Whoever reads the mailbox owns the account. If its address was never confirmed, somebody else may have registered it: their password and
 * their sessions end.
 */
async function proveMailbox(tx: Transaction, user: UserRow, token: TokenRow, now: Date): Promise<UserRow> {
  await dropTokens(tx, user.id)
  if (user.emailConfirmedAt) return user
  await endAllSessions(tx, user.id)
  await dropFlows(tx, user.id, token.flowStateId)
  const userMetadata = mergeMetadata(user.userMetadata, { email_verified: true })
  return changeUser(tx, user.id, { passwordHash: null, emailConfirmedAt: now, userMetadata }, now)
}

/** Notes one half; with both, the new address takes the place of the old. */
async function changeAddress(
  tx: Transaction,
  user: UserRow,
  half: 'email_change_current' | 'email_change_new',
  now: Date,
): Promise<UserRow | null> {
  if (!user.newEmail) return null
  const halves = [...new Set([...user.newEmailConfirmations, half])]
  if (halves.length < 2) {
    await changeUser(tx, user.id, { newEmailConfirmations: halves }, now)
    return null
  }
  await dropTokens(tx, user.id)
  return changeUser(
    tx,
    user.id,
    { email: user.newEmail, newEmail: null, newEmailConfirmations: [], emailConfirmedAt: now },
    now,
  )
}

async function issueCode(tx: Transaction, flowStateId: string, now: Date): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await putAuthCode(tx, flowStateId, {
    sha256: sha256(code),
    expiresAt: new Date(now.getTime() + authCodeLifeMs),
  })
  return code
}

function methodOf(kind: TokenKind): AuthMethodName {
  if (kind === 'recovery') return 'recovery'
  return kind === 'magiclink' ? 'magiclink' : 'otp'
}
