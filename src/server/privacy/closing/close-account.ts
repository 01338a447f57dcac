import { graceDays } from '../../../domain/account/limits.ts'
import {
  type Account,
  endAllSessions,
  endPending,
  findClosing,
  lockUser,
  noteClosing,
  noteSecurityEvent,
  proveAgain,
} from '../../accounts/index.ts'
import { isRefusal, type Refusal, refuse } from '../../http/refusal.ts'
import { endSubscriptionOf } from '../../plans/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { endRequestsJob, endRequestsOf } from './end-requests.ts'

const graceMs = graceDays * 24 * 60 * 60 * 1000

/** How many open requests are cancelled before the answer; a job does the others. */
const mostBeforeAnswer = 50

/**
 * Closes an account, whose person has proven themselves once more: one transaction ends every session and what was mailed and not used, and has the
 * plan cancelled. From then on every open request counts as cancelled; that is written to each in a transaction of its own, and then the closing
 * is mailed. What the account is made of goes when the days of grace are over (erase-account.ts), unless somebody signs in before. Of several at
 * once one does it, and all answer the same day.
 */
export async function closeAccount(
  platform: Platform,
  account: Account,
  proof: { password?: string | undefined; code?: string | undefined; ip: string },
): Promise<{ closesAt: string } | Refusal> {
  const refused = await proveAgain(platform, account, proof)
  if (refused) return refused
  const { clock, database, jobs } = platform
  let isClosedNow = false
  const closed = await database.transaction(async (tx) => {
    const user = await lockUser(tx, account.id)
    if (!user) return refuse('authentication_required')
    const now = clock.now()
    const closesAt = new Date(now.getTime() + graceMs)
    if (!(await noteClosing(tx, account.id, closesAt, now))) {
      const before = (await findClosing(tx, account.id))?.closesAt
      return before ? { closesAt: before.toISOString() } : refuse('authentication_required')
    }
    await endAllSessions(tx, account.id)
    await endPending(tx, account.id, { now })
    await endSubscriptionOf(platform, tx, account.id)
    // Whatever becomes of this process.
    await jobs.enqueue(tx, endRequestsJob, {}, { key: endRequestsJob.name })
    isClosedNow = true
    return { closesAt: closesAt.toISOString() }
  })
  if (isClosedNow) noteSecurityEvent(platform, 'account_closed', { userId: account.id })
  if (!isRefusal(closed)) await endRequestsOf(platform, account.id, mostBeforeAnswer)
  return closed
}
