import { z } from 'zod'
import { judgeIdentity } from '../../domain/identity-check/judge-identity.ts'
import { isOpen } from '../../domain/verification/status.ts'
import { endUnderAge } from '../../domain/verification/transition.ts'
import type { Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import type { CheckedIdentity, SessionState } from '../platform/identity-provider/index.ts'
import { defineJob } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { endVerification, lockVerification } from '../verifications/index.ts'
import { enqueueErase } from './erase-session.ts'
import { type CheckRow, endCheck, findBySession, noteErased, noteProgress } from './store.ts'

/** A provider that does not answer is asked again, later and later. */
export const collectJob = defineJob(
  'collect-identity-check',
  z.object({ sessionId: z.string() }),
  (platform: Platform, { sessionId }) => collectCheck(platform, sessionId),
)

/** Asks soon how a session stands. However often it is asked for, it happens once after the last time. */
export function enqueueCollect({ jobs }: Platform, tx: Transaction, sessionId: string): Promise<void> {
  return jobs.enqueue(tx, collectJob, { sessionId }, { key: `${collectJob.name}:${hashHex(sessionId)}` })
}

/**
 * Brings a check in line with what the provider says now, whatever messages came, how often and in which order. A session that is not ours
 * has no effect. Throws IdentityProviderUnavailable when the provider does not answer.
 */
async function collectCheck(platform: Platform, sessionId: string): Promise<void> {
  const { database, identityProvider, clock } = platform
  const check = await findBySession(database, hashHex(sessionId))
  if (!check) return
  const seen = await identityProvider.collect(sessionId)
  if (!check.endedAt) await database.transaction((tx) => applyState(platform, tx, check, seen))
  else if (seen.state === 'gone') await noteErased(database, check.id, clock.now())
}

/** Notes what the provider said of a check under way; with its end the provider is told to erase the session. */
export async function applyState(
  platform: Platform,
  tx: Transaction,
  check: CheckRow,
  seen: SessionState,
): Promise<void> {
  const at = platform.clock.now()
  switch (seen.state) {
    case 'open':
      return noteProgress(tx, check.id, { state: 'open', fault: seen.fault })
    case 'processing':
      return noteProgress(tx, check.id, { state: 'processing', fault: null })
    case 'verified':
      return keepVerdicts(platform, tx, check, seen.identity, at)
    case 'cancelled':
    case 'gone': {
      const ending = { state: 'cancelled', fault: null, verdicts: null, at } as const
      if (await endCheck(tx, check.id, ending)) await enqueueErase(platform, tx, check.id)
    }
  }
}

/**
 * Judges what was found and keeps the verdicts alone. For a verification that has closed meanwhile nothing is kept; for a third party under
 * 18 the request ends, as by any other way to know it.
 */
async function keepVerdicts(
  platform: Platform,
  tx: Transaction,
  check: CheckRow,
  identity: CheckedIdentity,
  at: Date,
): Promise<void> {
  const { verificationId, claimedName } = check
  const verification = verificationId ? await lockVerification(tx, verificationId) : null
  const isWanted = !verificationId || (verification !== null && isOpen(verification.status))
  const verdicts = isWanted ? judgeIdentity(identity, claimedName ?? '', check.begunOn) : null
  const ended = await endCheck(
    tx,
    check.id,
    verdicts
      ? { state: 'checked', fault: null, verdicts, at }
      : { state: 'failed', fault: isWanted ? 'birth_date_missing' : 'link_closed', verdicts: null, at },
  )
  if (!ended) return
  await enqueueErase(platform, tx, check.id)
  if (verificationId && verdicts && !verdicts.ageOver18)
    await endVerification(platform, tx, verificationId, endUnderAge())
}
