import { recordLinkLifeDays } from '../../domain/record/limits.ts'
import { issuePass, recordPasses } from '../mailed-codes/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'

const hourMs = 60 * 60 * 1000
const lifeMs = { link: recordLinkLifeDays * 24 * hourMs, code: hourMs }

/** Makes a token that opens one record for its third party: what a mail carries, or what entering a mailed code gives. */
export function openPass(
  platform: Pick<Platform, 'clock'>,
  q: Queryable,
  verificationId: string,
  kind: 'link' | 'code',
): Promise<{ token: string; expiresAt: Date }> {
  return issuePass(platform, q, recordPasses, { verificationId, kind, lifeMs: lifeMs[kind] })
}
