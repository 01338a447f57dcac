import { type Refusal, refuse } from '../http/problem.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { destroyOwn as destroyOwnDocuments } from './destroy-documents.ts'
import { forgetReadings, lockReadings } from './reading-store.ts'
import { isReferenced } from './store.ts'

/**
 * Removes a file at its creator's request: no URL opens it once this resolves, a job erases its bytes right after, and
 * the text read in it is forgotten. Refuses with `document_in_use` if a verification uses it; of a removal and a
 * concurrent creation with the same file only one succeeds. A file that no longer exists, or belongs to someone else,
 * is no error and changes nothing.
 */
export function removeDocument(
  platform: Pick<Platform, 'clock' | 'database' | 'jobs'>,
  userId: string,
  id: string,
): Promise<{ ok: true } | Refusal> {
  return platform.database.transaction(async (tx) => {
    const removed = await removeOwnDocuments(platform, tx, userId, [id])
    if (removed.length === 0 && (await isReferenced(tx, { id, owner: { userId } })))
      return refuse('document_in_use')
    return { ok: true }
  })
}

/**
 * Destroys the given files of an account that no verification uses, and forgets the text read in them. Returns the ids
 * of those that existed. Locks readings before their documents, like the job that ends a reading.
 */
export async function removeOwnDocuments(
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
