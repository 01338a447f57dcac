import type { JobHandlers } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { closeVerification } from './close-verification.ts'
import { pendingOf } from './store.ts'

/**
 * `close-unclaimed-verifications` closes the links of a registration that nobody can sign in to any more: nobody should show their identity
 * document to it.
 */
export function unclaimedJobs(platform: Platform): JobHandlers {
  return {
    'close-unclaimed-verifications': async (payload) => {
      for (const id of await pendingOf(platform.database, String(payload['userId']))) {
        await platform.database.transaction((tx) =>
          closeVerification(platform, tx, id, 'cancelled', { actor: 'system' }),
        )
      }
    },
  }
}
