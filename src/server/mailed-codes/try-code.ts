import { noteSecurityEvent } from '../accounts/index.ts'
import type { Queryable, Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { spendTry } from './code-store.ts'
import { computeMac, type MailedCode } from './define-code.ts'

/** Wrong codes of the whole installation: more of them in an hour are no people who mistype. */
export const wrongCodes = { name: 'wrong-codes', points: 300, seconds: 60 * 60 }
/** Tries at one code, and how many while the installation's wrong ones are spent. */
const tries = { usual: 5, whileGuessed: 2 }

/**
 * Whether these are the digits that were mailed last: `right` once, within their ten minutes and their tries; `none` when no code takes tries.
 * What they open is opened in the same transaction, so that a process which dies between has used up nothing.
 */
export async function tryCode(
  platform: Platform,
  tx: Transaction,
  code: MailedCode,
  { verificationId, digits }: { verificationId: string; digits: string },
): Promise<'right' | 'wrong' | 'none'> {
  const outcome = await spend(platform, tx, (maxTries) =>
    spendTry(tx, verificationId, computeMac(platform, code, verificationId, digits), {
      now: platform.clock.now(),
      maxTries,
    }),
  )
  if (outcome !== 'right') noteSecurityEvent(platform, 'code_refused', { verificationId, method: code.name })
  return outcome
}

/** Spends a try at a code with as many as it has just now, and counts a wrong one for the whole installation. */
export async function spend(
  platform: Platform,
  tx: Transaction,
  spendOne: (maxTries: number) => Promise<'right' | 'wrong' | 'none'>,
): Promise<'right' | 'wrong' | 'none'> {
  const isGuessed = (await countWrongCodes(platform, tx)) > wrongCodes.points
  const outcome = await spendOne(isGuessed ? tries.whileGuessed : tries.usual)
  if (outcome === 'wrong') {
    const { points } = await platform.rateLimits.consume(wrongCodes, 'all', tx)
    if (points === wrongCodes.points + 1)
      platform.logger.warn(
        { wrongCodes: points },
        'somebody may be guessing mailed codes: each takes two tries now',
      )
  }
  return outcome
}

/** How many wrong codes were entered in the hour that runs. */
export function countWrongCodes(
  { rateLimits }: Pick<Platform, 'rateLimits'>,
  q?: Queryable,
): Promise<number> {
  return rateLimits.countTaken(wrongCodes, 'all', q)
}
