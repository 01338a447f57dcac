import type { Account } from '../accounts/index.ts'
import { networkOf } from '../http/client-network.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'

const perAccount = { name: 'feedback-account', points: 10, seconds: 60 * 60 }

/** For all who are not signed in at one network address: a household, or the customers of a mobile network. */
const perNetwork = { name: 'feedback-network', points: 20, seconds: 60 * 60 }

/** Takes one of the hour's calls from the account's share, or from the client network's where nobody is signed in. */
export async function limitFeedback(
  { rateLimits }: Pick<Platform, 'rateLimits'>,
  account: Account | null,
  clientIp: string,
): Promise<Refusal | null> {
  const { allowed, retryAfterSeconds } = account
    ? await rateLimits.consume(perAccount, account.id)
    : await rateLimits.consume(perNetwork, networkOf(clientIp))
  return allowed ? null : refuse('rate_limited', { retryAfterSeconds })
}
