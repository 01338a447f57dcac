import { cancel } from '../../domain/verification/transition.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { endVerification } from './end-verification.ts'
import { findOwnVerification } from './store.ts'

/** The creator takes back a request that is still pending. */
export async function cancelVerification(
  platform: Platform,
  userId: string,
  id: string,
): Promise<{ ok: true } | Refusal> {
  return platform.database.transaction(async (tx) => {
    if (!(await findOwnVerification(tx, id, userId))) return refuse('verification_not_visible')
    return (await endVerification(platform, tx, id, cancel('creator'))) ? { ok: true } : refuse('link_closed')
  })
}
