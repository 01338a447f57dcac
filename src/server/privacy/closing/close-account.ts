import { z } from 'zod'
import type { ClosingView } from '../../../contract/privacy.ts'
import { graceDays } from '../../../domain/account/limits.ts'
import { cancel } from '../../../domain/verification/transition.ts'
import mails from '../../../words/en/account-mails.ts'
import {
  type Account,
  checkFreshProof,
  type Device,
  endAllSessions,
  endPending,
  findAddress,
  findClosing,
  findRecipient,
  isEndingRequests,
  lockSignedIn,
  lockUser,
  noteClosing,
  noteRequestsEnded,
  noteSecurityEvent,
  selectEndingRequests,
} from '../../accounts/index.ts'
import { isRefusal, type Refusal, refuse } from '../../http/problem.ts'
import { endSubscriptionOf, readTier } from '../../plans/index.ts'
import { defineDuty } from '../../platform/jobs/index.ts'
import {
  defineMail,
  describeMoment,
  type MailContent,
  queueMail,
  renderMail,
} from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { findEndOfOthersHold } from '../../records/index.ts'
import {
  countEndings,
  endVerification,
  listNamingAccount,
  listOpenAsked,
  listPendingIds,
  listVerificationIds,
  toListOwner,
} from '../../verifications/index.ts'
import { computeKeptUntil } from '../forget-invited.ts'

const graceMs = graceDays * 24 * 60 * 60 * 1000

/** Open requests cancelled before the answer; a job cancels the rest. */
const maxBeforeAnswer = 50

/**
 * Closes an account whose owner has proven their identity again: one transaction ends every session and every unused
 * mailed link, and cancels the plan. From then on every open request counts as cancelled; the cancellations are written
 * in a transaction each, and then the closing is mailed. The account's data are deleted after the grace period
 * (erase-account.ts), unless its owner signs in before. Of concurrent requests one closes it, and all return the same
 * day.
 */
export async function closeAccount(
  platform: Platform,
  account: Account,
  proof: { password?: string | undefined; code?: string | undefined } & Device,
): Promise<{ closesAt: string } | Refusal> {
  const refused = await checkFreshProof(platform, account, proof)
  if (refused) return refused
  const { clock, database, jobs } = platform
  let isClosedNow = false
  const closed = await database.transaction(async (tx) => {
    const user = await lockUser(tx, account.id)
    if (!user) return refuse('authentication_required')
    const now = clock.now()
    const closesAt = new Date(now.getTime() + graceMs)
    const before = (await findClosing(tx, account.id))?.closesAt
    if (before) return { closesAt: before.toISOString() }
    // The account was signed out, or closed and reopened by a new sign-in, since the request was admitted.
    if (!(await lockSignedIn(tx, { userId: account.id, sessionId: account.sessionId })))
      return refuse('authentication_required')
    if (!(await noteClosing(tx, account.id, closesAt, now))) return refuse('authentication_required')
    await endAllSessions(tx, account.id)
    await endPending(tx, account.id, { now })
    await endSubscriptionOf(platform, tx, account.id)
    // Done even if this process is killed.
    await jobs.enqueue(tx, endRequestsJob, {}, { key: endRequestsJob.name })
    isClosedNow = true
    return { closesAt: closesAt.toISOString() }
  })
  if (isClosedNow)
    await noteSecurityEvent(platform, 'account_closed', {
      userId: account.id,
      device: { ip: proof.ip, userAgent: proof.userAgent },
    })
  if (!isRefusal(closed)) await endRequestsOf(platform, account.id, maxBeforeAnswer)
  return closed
}

/** The requests that closing the account would end, the records, which other people keep, and the open requests to it. */
export async function showClosing(platform: Platform, account: Account): Promise<ClosingView> {
  const { database } = platform
  const { userId, address } = toListOwner(account)
  const { pending, records } = await countEndings(database, { userId, address })
  const rows = address === null ? [] : await listOpenAsked(database, { userId, address })
  const asked = rows.map((row) => ({
    id: row.id,
    type: row.type,
    createdAt: row.createdAt.toISOString(),
    keptUntil: computeKeptUntil(platform, row, null).toISOString(),
  }))
  const tier = await readTier(database, account.id)
  const erasedAt = new Date(platform.clock.now().getTime() + graceDays * 24 * 60 * 60_000)
  const heldUntil = (await findFilesHoldEnd(platform, account.id, erasedAt))?.toISOString() ?? null
  return { pending, records, asked, heldUntil, hasPlan: tier !== 'free', graceDays }
}

/**
 * When other people's legal holds on a person's photos and IDs end at the latest, after the erasure of the account;
 * null without one.
 * @param at when the account is erased: a hold that has ended by then is ignored
 */
async function findFilesHoldEnd(
  { database }: Pick<Platform, 'database'>,
  userId: string,
  at: Date,
): Promise<Date | null> {
  const own = await findAddress(database, userId)
  const made = await listVerificationIds(database, userId)
  const asked = own?.confirmedAt ? await listNamingAccount(database, own) : []
  return findEndOfOthersHold(database, { made, asked }, at)
}

/** Cancels the remaining open requests of every closed account. */
export const endRequestsJob = defineDuty({
  kind: 'closing',
  name: 'end-requests-of-closed',
  round: 'closing',
  queue: 'closing',
  overdueAfterMs: 60 * 60_000,
  select: (_: Platform, before) => selectEndingRequests(before),
  act: (platform, id) => endRequestsOf(platform, id, Number.POSITIVE_INFINITY),
})

/**
 * Cancels at most `most` open requests of a closed account, each in its own transaction, unless the account was
 * reopened; no new ones can be created. Mails the closing once none is left. Returns whether none is left.
 */
async function endRequestsOf(platform: Platform, userId: string, most: number): Promise<boolean> {
  const { database } = platform
  const pending = await listPendingIds(database, userId)
  for (const id of pending.slice(0, most)) {
    await database.transaction(async (tx) => {
      // A request completed during the closing is a record, which stays.
      if (await isEndingRequests(tx, userId)) await endVerification(platform, tx, id, cancel('creator'))
    })
  }
  if (pending.length > most) return false
  await database.transaction(async (tx) => {
    if (await noteRequestsEnded(tx, userId))
      await queueMail(platform, tx, closingMailJob, { userId }, { accountId: userId })
  })
  return true
}

const words = mails.closing

function writeClosingMail(closesAt: Date, keepUrl: string, heldUntil: Date | null): MailContent {
  const { subject, heading, erased, held, keep, after, action, footnote } = words
  return {
    subject,
    heading,
    paragraphs: [
      erased({ at: describeMoment(closesAt) }),
      ...(heldUntil ? [held({ until: describeMoment(heldUntil) })] : []),
      keep,
      after,
    ],
    action: { label: action, url: keepUrl },
    footnote,
  }
}

/** Mails the account's address that it was closed, and until when that can be undone. Not sent if it was undone. */
export const closingMailJob = defineMail('mail-account-closing', z.object({ userId: z.guid() }), {
  async write(platform: Platform, { userId }) {
    const { database, settings } = platform
    const closesAt = (await findClosing(database, userId))?.closesAt
    const to = await findRecipient(database, userId)
    if (!closesAt || !to) return null
    const day = closesAt.toISOString()
    const keepUrl = `${settings.publicUrl}/login?closes=${encodeURIComponent(day)}`
    const heldUntil = await findFilesHoldEnd(platform, userId, closesAt)
    return renderMail(to, () => writeClosingMail(closesAt, keepUrl, heldUntil))
  },
})
