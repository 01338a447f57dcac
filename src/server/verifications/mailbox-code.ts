import type { Context } from 'hono'
import { toComparableEmail } from '../../domain/verification/verification.ts'
import type { AppEnv } from '../http/app-env.ts'
import { isRefusal, type Refusal, refuse } from '../http/problem.ts'
import { sql } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { mailboxCode, mailCode, tryCode } from './codes.ts'
import { issuePass, mailboxPasses, type Pass, recognisePass } from './passes.ts'

/**
 * Mails eight digits to an address, whether or not anything is held about it: the answer is the same. A network that
 * used up its tries has new ones mailed.
 */
export async function mailMailboxCode(
  platform: Platform,
  { email: typed, clientIp }: { email: string; clientIp: string },
): Promise<{ ok: true } | Refusal> {
  const email = toComparableEmail(typed)
  const sent = await platform.database.transaction(async (tx) => {
    // Other requests for a code of the same mailbox wait until this transaction ends.
    await tx.row(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mailbox code ${email}`}, 0))`)
    return mailCode(platform, tx, mailboxCode, { subject: email, address: email, clientIp })
  })
  return isRefusal(sent) ? sent : { ok: true }
}

/**
 * A token for half an hour for the digits that were mailed: they work once, for an hour after the last mail, and take
 * five tries from a client network.
 */
export async function enterMailboxCode(
  platform: Platform,
  { email, code, clientIp }: { email: string; code: string; clientIp: string },
): Promise<{ token: string; expiresAt: string } | Refusal> {
  const subject = toComparableEmail(email)
  return platform.database.transaction(async (tx) => {
    const outcome = await tryCode(platform, tx, mailboxCode, { subject, digits: code, clientIp })
    if (outcome !== 'right') return refuse('mailed_code_wrong')
    const { token, expiresAt } = await issuePass(platform, tx, mailboxPasses, { email: subject })
    return { token, expiresAt: expiresAt.toISOString() }
  })
}

/** A person who proved an address, by the token that the digits gave. */
export const mailboxReader = {
  async find(platform: Platform, c: Context<AppEnv>): Promise<Pass<{ email: string }> | Refusal> {
    return (await recognisePass(platform, mailboxPasses, c)) ?? refuse('mailbox_unproven')
  },
  name: ({ email }: { email: string }) => email,
}
