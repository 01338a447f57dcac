import type { Context } from 'hono'
import { toComparableEmail } from '../../domain/verification/verification.ts'
import { lockLimit } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { sql } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { mailboxCode, mailCode, tryCode } from './codes.ts'
import { issuePass, mailboxPasses, type Pass, recognisePass } from './passes.ts'

/**
 * Mails eight digits to an address. The answer is the same whether or not any data is held about it. A network that
 * used up its tries gets a new code.
 */
export async function mailMailboxCode(
  platform: Platform,
  { email: typed, clientIp }: { email: string; clientIp: string },
): Promise<{ ok: true } | Refusal> {
  const email = toComparableEmail(typed)
  return platform.database.transaction(async (tx) => {
    // Other requests for a code of the same mailbox wait until this transaction ends.
    await tx.row(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mailbox code ${email}`}, 0))`)
    return mailCode(platform, tx, mailboxCode, { subject: email, address: email, clientIp })
  })
}

/**
 * Returns a token, valid for half an hour, for the mailed digits. They work once, for an hour after the last mail, and
 * allow five tries per client network. They also end the limit of the address's account (ONCE-12).
 *
 * @param entry.accountId the account that is signed in where the digits are typed; null without one
 */
export async function enterMailboxCode(
  platform: Platform,
  entry: { email: string; code: string; clientIp: string; accountId: string | null },
): Promise<{ token: string; expiresAt: string } | Refusal> {
  const { code, clientIp, accountId } = entry
  const subject = toComparableEmail(entry.email)
  return platform.database.transaction(async (tx) => {
    const endLimit = await lockLimit(platform, tx, { address: subject, accountId })
    const outcome = await tryCode(platform, tx, mailboxCode, { subject, digits: code, clientIp })
    if (outcome !== 'right') return refuse('mailed_code_wrong')
    await endLimit()
    const { token, expiresAt } = await issuePass(platform, tx, mailboxPasses, { email: subject })
    return { token, expiresAt: expiresAt.toISOString() }
  })
}

/** The caller who proved an address, identified by the token that they got for the digits. */
export const mailboxReader = {
  async find(platform: Platform, c: Context<AppEnv>): Promise<Pass<{ email: string }> | Refusal> {
    return (await recognisePass(platform, mailboxPasses, c)) ?? refuse('mailbox_unproven')
  },
  name: ({ email }: { email: string }) => email,
}
