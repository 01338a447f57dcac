import { z } from 'zod'
import { type Queryable, sql, type Transaction } from '../../platform/database/index.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { toMailbox } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { readEmail } from '../credentials.ts'
import { limitMails, mailIntervalSeconds } from '../limits.ts'
import { lockSignedIn, type SignedIn } from '../stores/session-store.ts'
import { changeUser, lockUnconfirmed, lockUser, lockUserByEmail, type UserRow } from '../stores/user-store.ts'
import { findCodeChallenge, issueToken, type PkceRequest } from './issue-token.ts'
import { type ChangeHalf, endPending } from './one-time-tokens.ts'
import { releaseRegistration } from './registration.ts'

const acceptedRequest = z.object({
  /** The mails that can be requested with an address alone. */
  kind: z.enum(['signup', 'recovery', 'magiclink', 'email_change']),
  email: z.string(),
  codeChallenge: z.string().nullable(),
  redirectTo: z.string().nullable(),
})
type AcceptedRequest = z.infer<typeof acceptedRequest>

export type RequestedMail = AcceptedRequest['kind']

type MailRequest = PkceRequest & { kind: RequestedMail; email: string; redirectTo: string | undefined }

/**
 * Accepts the request for a mail. Neither the answer nor its timing reveals whether the address is known, because a job
 * does the look-up after the answer. A request within a minute of the last one for the same address is silently
 * dropped.
 */
export async function requestMail(platform: Platform, request: MailRequest): Promise<AuthRefusal | null> {
  const { kind, redirectTo } = request
  const codeChallenge = findCodeChallenge(request)
  if (isAuthRefusal(codeChallenge)) return codeChallenge
  const email = readEmail(request.email)
  if (isAuthRefusal(email)) return email
  if (!(await limitMails(platform, kind, email)).allowed) return null
  const accepted = { kind, email, codeChallenge, redirectTo: redirectTo ?? null }
  await platform.database.transaction((tx) => platform.jobs.enqueue(tx, answerMailRequestJob, accepted))
  return null
}

export const answerMailRequestJob = defineJob('answer-mail-request', acceptedRequest, answerMailRequest)

/** Issues the link if there is an account that can use it; does nothing otherwise. */
async function answerMailRequest(platform: Platform, request: AcceptedRequest): Promise<void> {
  const { kind, email, codeChallenge } = request
  const link = { codeChallenge, ...(request.redirectTo === null ? {} : { redirectTo: request.redirectTo }) }
  await platform.database.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    // An account that is being erased can't use any link.
    if (!user || user.erasingAt) return
    const now = platform.clock.now()
    switch (kind) {
      case 'signup':
        if (user.emailVerifiedAt) return
        await issueToken(platform, tx, { ...link, userId: user.id, kind, email })
        await changeUser(tx, user.id, { confirmationSentAt: now }, now)
        return
      case 'recovery':
      case 'magiclink':
        await issueToken(platform, tx, { ...link, userId: user.id, kind, email })
        await changeUser(tx, user.id, { recoverySentAt: now }, now)
        return
      case 'email_change':
        await repeatAddressChange(platform, tx, user, link)
        return
    }
  })
}

/**
 * The outcome of the request: either a mail is queued and the next one may be requested in `next_in_seconds`, or none
 * is needed any more.
 */
type ResentConfirmation = { queued: true; next_in_seconds: number } | { queued: false; confirmed: true }

/**
 * Mails the confirmation of a signed-in person's own address again. Unlike a stranger, they learn whether it is queued,
 * and when they may ask again (`over_email_send_rate_limit`).
 */
export async function resendConfirmation(
  platform: Platform,
  { user: { id, email }, sessionId }: SignedIn,
  redirectTo: string | undefined,
): Promise<ResentConfirmation | AuthRefusal> {
  const { clock, database } = platform
  const known = await database.transaction((tx) => lockUser(tx, id))
  if (known?.emailVerifiedAt) return { queued: false, confirmed: true }
  const interval = await limitMails(platform, 'signup', email)
  if (!interval.allowed) return refuseTooSoon(interval.retryAfterSeconds)
  return database.transaction(async (tx) => {
    const user = await lockSignedIn(tx, { userId: id, sessionId })
    if (!user) return refuseAuth('session_not_found')
    if (user.email !== email || user.emailVerifiedAt) return { queued: false, confirmed: true }
    const link = { userId: id, kind: 'signup', email, codeChallenge: null } as const
    const issued = await issueToken(platform, tx, { ...link, ...(redirectTo ? { redirectTo } : {}) })
    if (!issued.allowed) return refuseTooSoon(issued.retryAfterSeconds)
    await changeUser(tx, id, { confirmationSentAt: clock.now() }, clock.now())
    return { queued: true, next_in_seconds: mailIntervalSeconds }
  })
}

/** The refusal of a mail that was requested too soon. */
export function refuseTooSoon(retryAfterSeconds: number): AuthRefusal {
  return refuseAuth('over_email_send_rate_limit', { retryAfterSeconds })
}

type Link = { codeChallenge: string | null; redirectTo?: string }

/**
 * Records the requested new address and mails both addresses. The change takes effect once both links were used.
 * Links of an earlier request are replaced. Refuses without changes where the mail limit of the new address is reached.
 * The user's row must be locked.
 */
export async function issueAddressChange(
  platform: Platform,
  tx: Transaction,
  { id: userId, email }: UserRow,
  { newEmail, ...link }: Link & { newEmail: string },
): Promise<UserRow | AuthRefusal> {
  const issued = await issueToken(platform, tx, {
    ...link,
    userId,
    kind: 'email_change_new',
    email: newEmail,
  })
  if (!issued.allowed) return refuseTooSoon(issued.retryAfterSeconds)
  await issueToken(platform, tx, { ...link, userId, kind: 'email_change_current', email })
  const now = platform.clock.now()
  return changeUser(tx, userId, { newEmail, newEmailConfirmations: [], emailChangeSentAt: now }, now)
}

/** Mails the links that were not used yet again. A stranger may request this, so it undoes nothing. */
async function repeatAddressChange(
  platform: Platform,
  tx: Transaction,
  { id: userId, email, newEmail, newEmailConfirmations }: UserRow,
  link: Link,
): Promise<void> {
  if (!newEmail) return
  const halves = [
    ['email_change_new', newEmail],
    ['email_change_current', email],
  ] as const
  for (const [kind, address] of halves)
    if (!newEmailConfirmations.includes(kind))
      await issueToken(platform, tx, { ...link, userId, kind, email: address })
  const now = platform.clock.now()
  await changeUser(tx, userId, { emailChangeSentAt: now }, now)
}

/**
 * Whether the user has an open request to this address, in any spelling. The change would make them both people of that
 * request (GATE-70).
 */
export async function hasOpenRequestTo(q: Queryable, userId: string, address: string): Promise<boolean> {
  const open = await q.rows<{ email: string }>(sql`
    SELECT DISTINCT third_party_email AS email FROM verifications WHERE user_id = ${userId} AND status = 'pending'`)
  return open.some(({ email }) => toMailbox(email) === toMailbox(address))
}

/**
 * Records one half. Once both are there, the new address replaces the old, and an unconfirmed registration of the new
 * address ends, because its mailbox was proven here. Returns null while the other half is missing. Throws a unique
 * violation when the new address has been confirmed, or is being registered, by another person.
 */
export async function confirmAddressChange(
  platform: Platform,
  tx: Transaction,
  user: UserRow,
  half: ChangeHalf,
): Promise<UserRow | null> {
  const { newEmail } = user
  const now = platform.clock.now()
  if (!newEmail) return null
  const halves = [...new Set([...user.newEmailConfirmations, half])]
  if (halves.length < 2) {
    await changeUser(tx, user.id, { newEmailConfirmations: halves }, now)
    return null
  }
  await endPending(tx, user.id, { now })
  const unproven = await lockUnconfirmed(tx, newEmail)
  if (unproven) await releaseRegistration(platform, tx, unproven)
  return changeUser(tx, user.id, { email: newEmail, emailConfirmedAt: now }, now)
}
