import { verificationKinds } from '../../domain/verification/kind.ts'
import { unclaimedDraftsType } from '../accounts/index.ts'
import { defineJob } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { endDraft } from './end-draft.ts'

/** Destroys what a registration had begun that nobody can sign in to any more. */
export const destroyUnclaimedDraftsJob = defineJob(
  unclaimedDraftsType.name,
  unclaimedDraftsType.schema,
  async (platform: Platform, { userId }) => {
    for (const kind of verificationKinds) {
      await platform.database.transaction((tx) => endDraft(platform, tx, { userId, kind }))
    }
  },
)
