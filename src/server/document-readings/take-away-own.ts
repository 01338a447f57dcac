import { destroyOwnDocuments } from '../documents/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { forgetReadings, lockReadings } from './store.ts'

/**
 * Destroys files that an account uploaded, as far as no verification relies on them, and forgets what was read in them. Answers the ids of those
 * that were there. Readings are held before their documents, as the job that ends a reading holds them.
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
