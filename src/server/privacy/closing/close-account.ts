import { graceDays } from '../../../domain/account/limits.ts'
import { cancel } from '../../../domain/verification/transition.ts'
import {
  type Account,
  closingOf,
  endAllSessions,
  endPending,
  lockUser,
  noteClosing,
  proveAgain,
} from '../../accounts/index.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { endSubscriptionOf } from '../../plans/index.ts'
import { queueMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { endVerification, pendingOf } from '../../verifications/index.ts'
import { closingMailJob } from './closing-mail.ts'

const graceMs = graceDays * 24 * 60 * 60 * 1000

/**
 * Closes an account, whose person has proven themselves once more: one transaction ends every session, what was mailed and not used, and every
 * request that is still open, has the plan cancelled and the closing mailed. What the account is made of goes when the days of grace are over
 * (erase-account.ts), unless somebody signs in before. Of several at once one does it, and all answer the same day.
 */
export async function closeAccount(
  platform: Platform,
  account: Account,
  proof: { password?: string | undefined; code?: string | undefined; ip: string },
): Promise<{ closesAt: string } | Refusal> {
  const refused = await proveAgain(platform, account, proof)
  if (refused) return refused
  const { clock, database } = platform
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, account.id)
    if (!user) return refuse('authentication_required')
    const now = clock.now()
    const closesAt = new Date(now.getTime() + graceMs)
    if (!(await noteClosing(tx, account.id, closesAt, now))) {
      const before = (await closingOf(tx, account.id))?.closesAt
      return before ? { closesAt: before.toISOString() } : refuse('authentication_required')
    }
    await endAllSessions(tx, account.id)
    await endPending(tx, account.id, { now })
    for (const id of await pendingOf(tx, account.id)) {
      // Completed at this moment: then it is a record, which stays.
      await endVerification(platform, tx, id, cancel('creator'))
    }
    await endSubscriptionOf(platform, tx, account.id)
    await queueMail(platform, tx, closingMailJob, { userId: account.id }, { accountId: account.id })
    return { closesAt: closesAt.toISOString() }
  })
}
