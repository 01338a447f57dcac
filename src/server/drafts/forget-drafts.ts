import { draftLifeDays } from '../../domain/verification/draft.ts'
import { takeAwayOwn } from '../document-readings/index.ts'
import { workInBatches } from '../platform/database/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { listFiles } from './save-draft.ts'
import { deleteDraftsBefore } from './store.ts'

/** A draft takes its files with it, one after the other. */
const batch = 5

/** Deletes drafts that are over, with their files. */
export const forgetDraftsJob = defineJob(
  'forget-drafts',
  noPayload,
  async (platform: Pick<Platform, 'clock' | 'database' | 'jobs'>) => {
    const before = new Date(platform.clock.now().getTime() - draftLifeDays * 24 * 60 * 60 * 1000)
    const forget = (limit: number) =>
      platform.database.transaction(async (tx) => {
        const ended = await deleteDraftsBefore(tx, before, limit)
        for (const draft of ended) await takeAwayOwn(platform, tx, draft.userId, listFiles(draft))
        return ended.length
      })
    await workInBatches(forget, batch)
  },
)
