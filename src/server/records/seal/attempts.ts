import type { Platform } from '../../platform/platform.ts'
import { deleteAttempt, listAttempts, lockAttempt } from '../attempt-store.ts'

/**
 * Removes the files of tries that did not come to an end.
 * @param of those to seal, or what the paths of tries to archive one document have in them: none touches another that may be alive
 */
export async function removeAttempts(
  platform: Platform,
  verificationId: string,
  of: 'seal' | `/archived-${string}-`,
): Promise<void> {
  for (const path of await listAttempts(platform.database, verificationId))
    if (of === 'seal' ? !path.includes('/archived-') : path.includes(of)) await removeTry(platform, path)
}

/**
 * Removes what a try wrote and its note. The note is locked meanwhile: the try, should it be alive after all, keeps its document before that
 * or finds the note gone, and never a document whose files are being removed.
 */
async function removeTry(platform: Platform, path: string): Promise<void> {
  await platform.database.transaction(async (tx) => {
    if (!(await lockAttempt(tx, path))) return
    await removeFiles(platform, path)
    await deleteAttempt(tx, path)
  })
}

export async function removeFiles({ storage }: Platform, path: string): Promise<void> {
  await storage.remove({ bucket: 'records', path: `${path}.pdf` })
  await storage.remove({ bucket: 'records', path: `${path}.json` })
}
