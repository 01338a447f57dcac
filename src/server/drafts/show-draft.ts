import type { Draft } from '../../contract/draft.ts'
import { signedUrlLife } from '../../domain/document/document.ts'
import { computeDraftEnd } from '../../domain/verification/draft.ts'
import { listDocumentsById, presentDocument } from '../documents/index.ts'
import type { Platform } from '../platform/platform.ts'
import { openContent } from './draft-content.ts'
import { listFiles } from './save-draft.ts'
import { type DraftOwner, findDraft } from './store.ts'

/** An account's draft of a kind, until it is over, with those of its files that nothing was done with meanwhile. */
export async function showDraft(
  platform: Pick<Platform, 'clock' | 'database' | 'encryption' | 'signing'>,
  owner: DraftOwner,
): Promise<{ draft: Draft | null }> {
  const row = await findDraft(platform.database, owner)
  const expiresAt = row && computeDraftEnd(row.savedAt)
  if (!row || !expiresAt || expiresAt <= platform.clock.now()) return { draft: null }
  const documents = await listDocumentsById(platform.database, listFiles(row))
  const showFile = (id: string | null) => {
    const document = documents.find((one) => one.id === id && !one.attachedAt && !one.destroyedAt)
    return document ? presentDocument(platform, document, signedUrlLife.singleSeconds) : null
  }
  return {
    draft: {
      version: row.version,
      savedAt: row.savedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      ...(await openContent(platform, owner, row.content)),
      selfie: showFile(row.selfieDocumentId),
      id: showFile(row.idDocumentId),
    },
  }
}
