import { cancel } from '../../domain/verification/transition.ts'
import { unclaimedType } from '../accounts/index.ts'
import { defineJob } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { endVerification } from './end-verification.ts'
import { listPendingIds } from './erasure-store.ts'

/** Closes the links of a registration that nobody can sign in to any more: nobody should show their identity document to it. */
export const closeUnclaimedJob = defineJob(
  unclaimedType.name,
  unclaimedType.schema,
  async (platform: Platform, { userId }) => {
    for (const id of await listPendingIds(platform.database, userId)) {
      await platform.database.transaction((tx) => endVerification(platform, tx, id, cancel('system')))
    }
  },
)
