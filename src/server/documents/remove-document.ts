import { takeAwayOwn } from '../document-readings/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { isRelied } from './store.ts'

/**
 * A creator takes away a file that they uploaded: no address opens it once this resolves, its bytes go by a job right after, and what was read
 * in it is forgotten. Refused as `document_in_use` where a verification relies on it; of a creation with it at the same moment one happens.
 * What is not there any more, or never was the caller's, is no error and changes nothing.
 */
export function removeDocument(
  platform: Pick<Platform, 'clock' | 'database' | 'jobs'>,
  userId: string,
  id: string,
): Promise<{ ok: true } | Refusal> {
  return platform.database.transaction(async (tx) => {
    const removed = await takeAwayOwn(platform, tx, userId, [id])
    if (removed.length === 0 && (await isRelied(tx, { id, owner: { userId } })))
      return refuse('document_in_use')
    return { ok: true }
  })
}
