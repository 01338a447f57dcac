import { appendAuditEvent } from '../audit/index.ts'
import { destroyDocumentsOf, destroyWithheldDocumentsOf, withholdDocumentsOf } from '../documents/index.ts'
import { sql, type Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'

type Parts = Pick<Platform, 'clock' | 'jobs'>

/** Destroys every file of a verification, and records the number in its trail. */
export async function destroyFiles(platform: Parts, tx: Transaction, verificationId: string): Promise<void> {
  const files = await destroyDocumentsOf(platform, tx, verificationId)
  await noteFilesDestroyed(tx, verificationId, platform.clock.now())
  await noteDestroyed(platform, tx, verificationId, files.length)
}

/**
 * Instead of `destroyFiles` when a legal hold keeps the files: locks every file of a verification, and records the
 * number in its trail.
 */
export async function withholdFiles(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  verificationId: string,
): Promise<void> {
  const at = clock.now()
  const files = await withholdDocumentsOf(tx, verificationId, at)
  await noteFilesWithheld(tx, verificationId, at)
  if (files === 0) return
  const withheld = { event: 'files_withheld', actor: 'system', detail: { files } } as const
  await appendAuditEvent(tx, { verificationId, at, ...withheld })
}

/** Destroys files that only legal holds kept, once no hold keeps them any more. */
export async function destroyWithheldFiles(
  platform: Parts,
  tx: Transaction,
  verificationId: string,
): Promise<void> {
  const files = await destroyWithheldDocumentsOf(platform, tx, verificationId)
  await noteHeldFilesDestroyed(tx, verificationId, platform.clock.now())
  await noteDestroyed(platform, tx, verificationId, files.length)
}

/** Records in the trail of a verification that the service destroyed files, unless there were none. */
async function noteDestroyed(
  { clock }: Parts,
  tx: Transaction,
  verificationId: string,
  files: number,
): Promise<void> {
  if (files === 0) return
  const destroyed = { event: 'files_destroyed', actor: 'system', detail: { files } } as const
  await appendAuditEvent(tx, { verificationId, at: clock.now(), ...destroyed })
}

/** Records since when its files are kept only by a legal hold. */
async function noteFilesWithheld(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(
    sql`UPDATE verifications SET files_withheld_at = ${at} WHERE id = ${id} AND files_withheld_at IS NULL`,
  )
}

/** Records when the last file that a legal hold had kept was destroyed, if the hold had kept all of them. */
async function noteHeldFilesDestroyed(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(sql`
    UPDATE verifications SET files_destroyed_at = ${at}
    WHERE id = ${id} AND files_withheld_at IS NOT NULL AND files_destroyed_at IS NULL`)
}

/** Records when the last of its files was destroyed. */
async function noteFilesDestroyed(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(sql`UPDATE verifications SET files_destroyed_at = ${at} WHERE id = ${id}`)
}
