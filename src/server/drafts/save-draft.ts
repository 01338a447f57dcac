import type { DraftSave, SavedDraft } from '../../contract/draft.ts'
import type { DocumentCategory } from '../../domain/document/document.ts'
import { computeDraftEnd } from '../../domain/verification/draft.ts'
import { takeAwayOwn } from '../document-readings/index.ts'
import { hasUnusedDocument } from '../documents/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { sealContent } from './draft-content.ts'
import { type DraftOwner, type DraftRow, lockDraft, writeDraft } from './store.ts'

/**
 * Keeps a draft under a new version, in one locked transaction. Refused as `draft_changed`, having changed nothing, unless the sender knows the
 * version that is kept: of two tabs the one that saves later is told. The same once more, after a lost answer, is kept again. A file that is
 * not the account's, or not there any more, is left out; one that the draft had before and has no longer is destroyed.
 */
export async function saveDraft(
  platform: Pick<Platform, 'clock' | 'database' | 'encryption' | 'jobs'>,
  owner: DraftOwner,
  { version, replaces, selfieDocumentId, idDocumentId, ...content }: DraftSave,
): Promise<SavedDraft | Refusal> {
  const sealed = await sealContent(platform, owner, content)
  return platform.database.transaction(async (tx) => {
    const savedAt = platform.clock.now()
    const known = await lockDraft(tx, owner)
    const isExpected = (known?.version ?? null) === replaces || known?.version === version
    const isOver = known !== null && computeDraftEnd(known.savedAt) <= savedAt
    if (!isExpected && !isOver) return refuse('draft_changed')
    const draft: DraftRow = {
      version,
      content: sealed,
      selfieDocumentId: await findUsable(tx, owner, selfieDocumentId, 'selfie'),
      idDocumentId: await findUsable(tx, owner, idDocumentId, 'id'),
      savedAt,
    }
    await writeDraft(tx, owner, draft)
    const kept = listFiles(draft)
    const left = known ? listFiles(known).filter((id) => !kept.includes(id)) : []
    await takeAwayOwn(platform, tx, owner.userId, left)
    const expiresAt = computeDraftEnd(savedAt).toISOString()
    return { version, savedAt: savedAt.toISOString(), expiresAt }
  })
}

/** The ids of a draft's files. */
export function listFiles({
  selfieDocumentId,
  idDocumentId,
}: Pick<DraftRow, 'selfieDocumentId' | 'idDocumentId'>) {
  return [selfieDocumentId, idDocumentId].filter((id) => id !== null)
}

async function findUsable(
  tx: Transaction,
  { userId, kind }: DraftOwner,
  id: string | null,
  category: DocumentCategory,
): Promise<string | null> {
  if (id === null || kind === 'person') return null
  return (await hasUnusedDocument(tx, { id, owner: { userId }, category })) ? id : null
}
