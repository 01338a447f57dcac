import { appendAuditEvent } from '../audit/index.ts'
import { destroyDocumentsOf, destroyUnsubmittedDocumentsOf } from '../documents/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { noteFilesDestroyed } from './store.ts'

type Parts = Pick<Platform, 'clock' | 'jobs'>

/** Gives up every file of a verification, and says in its trail how many there were. */
export async function destroyFiles(platform: Parts, tx: Transaction, verificationId: string): Promise<void> {
  const files = await destroyDocumentsOf(platform, tx, verificationId)
  await noteFilesDestroyed(tx, verificationId, platform.clock.now())
  await sayDestroyed(platform, tx, verificationId, files.length)
}

/** The same for what the third party uploaded but did not submit. */
export async function destroyUploads(
  platform: Parts,
  tx: Transaction,
  verificationId: string,
): Promise<void> {
  const files = await destroyUnsubmittedDocumentsOf(platform, tx, verificationId)
  await sayDestroyed(platform, tx, verificationId, files.length)
}

async function sayDestroyed(
  { clock }: Parts,
  tx: Transaction,
  verificationId: string,
  files: number,
): Promise<void> {
  if (files === 0) return
  const destroyed = { event: 'files_destroyed', actor: 'system', detail: { files } } as const
  await appendAuditEvent(tx, { verificationId, at: clock.now(), ...destroyed })
}
