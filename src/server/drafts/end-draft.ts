import { takeAwayOwn } from '../document-readings/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { listFiles } from './save-draft.ts'
import { type DraftOwner, deleteDraft, lockDraft } from './store.ts'

/** Ends a draft, if there is one: it is deleted, and those of its files destroyed that no verification relies on. */
export async function endDraft(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  owner: DraftOwner,
): Promise<void> {
  const draft = await lockDraft(tx, owner)
  if (!draft) return
  await deleteDraft(tx, owner)
  await takeAwayOwn(platform, tx, owner.userId, listFiles(draft))
}
