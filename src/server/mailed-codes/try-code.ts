import { noteSecurityEvent, spendCodeTry } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { spendTry } from './code-store.ts'
import { computeMac, type MailedCode } from './define-code.ts'

/**
 * Whether these are the digits that were mailed last: `right` once, within their hour and their tries; `none` when no code takes tries.
 * What they open is opened in the same transaction, so that a process which dies between has used up nothing.
 */
export async function tryCode(
  platform: Platform,
  tx: Transaction,
  code: MailedCode,
  { verificationId, digits }: { verificationId: string; digits: string },
): Promise<'right' | 'wrong' | 'none'> {
  const outcome = await spendCodeTry(platform, tx, (maxTries) =>
    spendTry(tx, verificationId, computeMac(platform, code, verificationId, digits), {
      now: platform.clock.now(),
      maxTries,
    }),
  )
  if (outcome !== 'right') noteSecurityEvent(platform, 'code_refused', { verificationId, method: code.name })
  return outcome
}
