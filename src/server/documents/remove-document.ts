import { type Refusal, refuse } from '../http/problem.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { destroyOwn as destroyOwnDocuments } from './destroy-documents.ts'
import { forgetReadings, lockReadings } from './reading-store.ts'
import { isReferenced } from './store.ts'

/**
 * A creator takes away a file that they uploaded: no address opens it once this resolves, its bytes go by a job right
 * after, and what was read in it is forgotten. Refused as `document_in_use` where a verification relies on it; of a
 * creation with it at the same moment one happens. What is not there any more, or never was the caller's, is no error
 * and changes nothing.
 */
export function removeDocument(
  platform: Pick<Platform, 'clock' | 'database' | 'jobs'>,
  userId: string,
  id: string,
): Promise<{ ok: true } | Refusal> {
  return platform.database.transaction(async (tx) => {
    const removed = await takeAwayOwn(platform, tx, userId, [id])
    if (removed.length === 0 && (await isReferenced(tx, { id, owner: { userId } })))
      return refuse('document_in_use')
    return { ok: true }
  })
}

/**
 * Destroys files that an account uploaded, as far as no verification relies on them, and forgets what was read in them.
 * Answers the ids of those that were there. Readings are held before their documents, as the job that ends a reading
 * holds them.
 */
export async function takeAwayOwn(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  userId: string,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  await lockReadings(tx, ids)
  const removed = await destroyOwnDocuments(platform, tx, userId, ids)
  await forgetReadings(tx, removed, platform.clock.now())
  return removed
}
