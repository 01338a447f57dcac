import type { AccountFile } from '../../contract/personal-data.ts'
import { verificationKinds } from '../../domain/verification/kind.ts'
import type { Platform } from '../platform/platform.ts'
import { openContent } from './draft-content.ts'
import { findDraft } from './store.ts'

/** What somebody has begun and not created, for the copy of their data. Its files are among their uploads. */
export async function gatherDrafts(
  platform: Pick<Platform, 'database' | 'encryption'>,
  userId: string,
): Promise<AccountFile['drafts']> {
  const drafts: AccountFile['drafts'] = []
  for (const kind of verificationKinds) {
    const row = await findDraft(platform.database, { userId, kind })
    if (!row) continue
    const { values } = await openContent(platform, { userId, kind }, row.content)
    drafts.push({ kind, savedAt: row.savedAt, values })
  }
  return drafts
}
