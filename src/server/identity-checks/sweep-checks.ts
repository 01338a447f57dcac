import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { enqueueCollect } from './collect-check.ts'
import { enqueueErase } from './erase-session.ts'
import { endCheck, listUnerasedChecks } from './store.ts'

const minute = 60_000

/** From when on a message of the provider counts as lost. */
const askAfterMs = 5 * minute

/** How long somebody may take to show their document. */
const givenUpAfterMs = 24 * 60 * minute

const atOnce = 500

/** Asks for checks of which nothing was heard, gives up those that nobody finished, and sees to it that each session is erased in the end. */
export const sweepChecksJob = defineJob('sweep-identity-checks', noPayload, async (platform: Platform) => {
  const { clock, database, identityProvider } = platform
  if (identityProvider.name === null) return
  const now = clock.now()
  const due = await listUnerasedChecks(database, new Date(now.getTime() - askAfterMs), atOnce)
  for (const { id, sessionId, startedAt, isOver } of due) {
    const isGivenUp = now.getTime() - startedAt.getTime() > givenUpAfterMs
    await database.transaction(async (tx) => {
      if (isGivenUp && !isOver)
        await endCheck(tx, id, { state: 'cancelled', fault: 'abandoned', verdicts: null, at: now })
      if (isOver || isGivenUp) await enqueueErase(platform, tx, id)
      else await enqueueCollect(platform, tx, sessionId)
    })
  }
})
