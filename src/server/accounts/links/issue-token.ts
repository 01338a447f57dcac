import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Transaction } from '../../platform/database/index.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import { askedMails, limitMailbox, queueMail, strangersMails } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RateLimit } from '../../platform/rate-limits/index.ts'
import { type AuthRefusal, refuseAuth } from '../auth-error.ts'
import type { AuthMethodName } from '../stores/proofs.ts'
import { findAddress, type UserMetadata } from '../stores/user-store.ts'
import { accountTokenJob } from './account-mails.ts'
import { makeLinkToken, putFlowState, putToken, type TokenKind } from './one-time-tokens.ts'

const minute = 60 * 1000
const hour = 60 * minute

const lifetimesMs: Record<TokenKind, number> = {
  signup: 24 * hour,
  recovery: hour,
  magiclink: hour,
  email_change_current: 24 * hour,
  email_change_new: 24 * hour,
  reauthentication: 10 * minute,
}

const confirmations = [{ name: 'account-link-mailbox', points: 10, seconds: 60 * 60 }, ...strangersMails]

/**
 * Limits for links and codes to one mailbox, across all its spellings and accounts. The missing kind,
 * `email_change_current`, needs its owner's session.
 */
const perMailbox: Partial<Record<TokenKind, readonly RateLimit[]>> = {
  signup: confirmations,
  email_change_new: confirmations,
  recovery: askedMails,
  magiclink: askedMails,
  // The same as for a link (GATE-11), so that a stolen session doesn't allow more guesses.
  reauthentication: [{ name: 'reauthentication-mailbox-day', points: 15, seconds: 24 * 60 * 60 }],
}

/** The authentication method of a session that is opened by a link of this kind through a PKCE exchange. */
const flowMethods: Partial<Record<TokenKind, AuthMethodName>> = {
  signup: 'email/signup',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
}

type TokenRequest = {
  userId: string
  kind: TokenKind
  email: string
  /** The PKCE challenge, null in the implicit flow. */
  codeChallenge: string | null
  /** Where the link finally leads; absent for a typed code. */
  redirectTo?: string
  pending?: { passwordHash: string; metadata: UserMetadata }
}

/** Whether the mail was enqueued; if not, when to try again. */
type IssuedToken = { allowed: boolean; retryAfterSeconds: number }

/**
 * Makes a link or code that replaces the user's earlier one of that kind, and enqueues its mail in the same
 * transaction. The user's row must be locked. If the mailbox's limit is reached, the earlier token stays valid, and the
 * result contains the time to wait.
 */
export async function issueToken(
  platform: Platform,
  tx: Transaction,
  request: TokenRequest,
): Promise<IssuedToken> {
  const { clock, signing } = platform
  const { userId, kind, email, codeChallenge } = request
  // Checked before anything is replaced: a request that gets no new link must not void the earlier one.
  const limits = perMailbox[kind]
  if (limits) {
    // Also true while the address is refused: mails caused by others must not keep its owner from confirming it again.
    const own = kind !== 'email_change_new' && Boolean((await findAddress(tx, userId))?.confirmedAt)
    const mailbox = await limitMailbox(platform, limits, email, { tx, own })
    if (!mailbox.allowed) return mailbox
  }
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + lifetimesMs[kind])
  const method = flowMethods[kind]
  const flowStateId =
    codeChallenge !== null && method !== undefined
      ? await putFlowState(tx, { userId, method, codeChallenge, now, expiresAt })
      : null
  const id = randomUUID()
  const isTyped = kind === 'reauthentication'
  await putToken(tx, {
    id,
    userId,
    kind,
    tokenSha256: isTyped ? null : hashHex(makeLinkToken(signing, id, { pkce: flowStateId !== null })),
    email,
    flowStateId,
    pending: request.pending ?? null,
    now,
    expiresAt,
  })
  const content = { tokenId: id, redirectTo: request.redirectTo ?? null }
  await queueMail(platform, tx, accountTokenJob, content, { accountId: userId })
  return { allowed: true, retryAfterSeconds: 0 }
}

/** PKCE members of a request body. Null or absent means the implicit flow. */
export const pkceFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
}

export type PkceRequest = {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}

/**
 * The challenge of a request; null in the implicit flow. Accepts only S256 (RFC 7636, section 4.2), because with
 * `plain` the challenge equals the verifier.
 */
export function findCodeChallenge(body: PkceRequest): string | null | AuthRefusal {
  const challenge = body.code_challenge || null
  const method = body.code_challenge_method || null
  if (challenge === null && method === null) return null
  if (challenge === null || method === null) {
    return refuseAuth('validation_failed', {
      message: 'PKCE flow requires code_challenge_method and code_challenge',
    })
  }
  if (method.toLowerCase() !== 's256' || !/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    return refuseAuth('validation_failed', { message: 'code_challenge must be an S256 challenge' })
  }
  return challenge
}

/** Whether the challenge was made from the verifier. Compares in constant time. */
export function isVerifierOf(challenge: string, verifier: string): boolean {
  const made = createHash('sha256').update(verifier).digest()
  const expected = Buffer.from(challenge, 'base64url')
  return made.length === expected.length && timingSafeEqual(made, expected)
}
