import { z } from 'zod'
import { readInPages, type Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { defineJob, type JobType, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  collectPrefix,
  endCheck,
  erasePrefix,
  findSessionOf,
  forgetSession,
  listSessionsOf,
  listUnerasedChecks,
  type UnerasedCheck,
} from './store.ts'

export const queue = 'identity checks'

/**
 * The job that asks for a session's state. Its handler is in identity-check.ts, which imports verifications; this file
 * must not.
 */
export const collectType: JobType<{ sessionId: string }> = {
  name: 'collect-identity-check',
  queue,
  schema: z.object({ sessionId: z.string() }),
}

/** Enqueues a query for the state of a session. Several calls cause one request, after the last. */
export function enqueueCollect({ jobs }: Platform, tx: Transaction, sessionId: string): Promise<void> {
  return jobs.enqueue(tx, collectType, { sessionId }, { key: `${collectPrefix}${hashHex(sessionId)}` })
}

/** Tells the provider to erase the data collected for a check, then deletes its session id. */
export const eraseSessionJob = defineJob(
  'erase-identity-session',
  z.object({ checkId: z.uuid() }),
  async ({ database, identityProvider }: Platform, { checkId }) => {
    const sessionId = await findSessionOf(database, checkId)
    if (sessionId === null) return
    await identityProvider.erase(sessionId)
    await forgetSession(database, checkId)
  },
  { queue },
)

/** The same for a session that belongs to no check. */
export const eraseUnkeptJob = defineJob(
  'erase-unkept-identity-session',
  z.object({ sessionId: z.string() }),
  ({ identityProvider }: Platform, { sessionId }) => identityProvider.erase(sessionId),
  { queue },
)

/**
 * Tells the provider to erase every session of an account whose rows are about to be deleted. Throws
 * IdentityProviderUnavailable if it doesn't answer.
 */
export async function eraseSessionsOf(
  { database, identityProvider }: Platform,
  userId: string,
): Promise<void> {
  if (identityProvider.name === null) return
  for (const { id, sessionId } of await listSessionsOf(database, userId)) {
    await identityProvider.erase(sessionId)
    await forgetSession(database, id)
  }
}

/** Enqueues the erasure of a check's session; retried until the provider accepts it. */
export function enqueueErase({ jobs }: Platform, tx: Transaction, checkId: string): Promise<void> {
  return jobs.enqueue(tx, eraseSessionJob, { checkId }, { key: `${erasePrefix}${checkId}` })
}

const minute = 60_000

/** Age after which a message of the provider counts as lost. */
const pollAfterMs = 5 * minute

/** How long a person may take to show their document. */
const abandonedAfterMs = 24 * 60 * minute

/** Queries checks without news, ends unfinished ones, and makes sure that each session is erased. */
export const sweepChecksJob = defineJob('sweep-identity-checks', noPayload, async (platform: Platform) => {
  const { clock, database, identityProvider } = platform
  if (identityProvider.name === null) return
  const now = clock.now()
  const begunBefore = new Date(now.getTime() - pollAfterMs)
  const abandonedBefore = new Date(now.getTime() - abandonedAfterMs)
  // Checks stay due until the provider erases them, so it goes through all of them, page by page.
  const due = readInPages<UnerasedCheck>((after, limit) =>
    listUnerasedChecks(database, { begunBefore, abandonedBefore }, after, limit),
  )
  for await (const { id, sessionId, isOver, isAbandoned } of due)
    await database.transaction(async (tx) => {
      if (isAbandoned && !isOver)
        await endCheck(tx, id, { state: 'cancelled', fault: 'abandoned', verdicts: null, at: now })
      if (isOver || isAbandoned) await enqueueErase(platform, tx, id)
      else await enqueueCollect(platform, tx, sessionId)
    })
})
