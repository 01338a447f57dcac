import type { IdentityCheck } from '../../contract/identity-check.ts'
import { type CalendarDate, isTodaySomewhere } from '../../domain/calendar-date.ts'
import { judgeIdentity } from '../../domain/identity-document/verdict.ts'
import { endUnderAge } from '../../domain/verification/transition.ts'
import { isOpen } from '../../domain/verification/verification.ts'
import { queueForUser } from '../accounts/index.ts'
import { endKeptProof, endKeptProofOfAnother, type Giver } from '../documents/index.ts'
import { isRefusal, type Refusal, refuse } from '../http/problem.ts'
import type { Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import {
  type CheckedIdentity,
  IdentityProviderUnavailable,
  type SessionState,
} from '../platform/identity-provider/index.ts'
import { defineJob } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { endVerification, lockOpenVerification, lockVerification, takePlace } from '../verifications/index.ts'
import { collectType, enqueueCollect, enqueueErase, eraseUnkeptJob, queue } from './provider-sessions.ts'
import {
  type CheckRow,
  endCheck,
  findBySession,
  findNewest,
  hashName,
  keepSession,
  noteErased,
  noteProgress,
  takeOpenCheck,
} from './store.ts'

/**
 * The name that the document is compared with, the local date of the person who begins, and the hash of the pass that a
 * third party uses.
 */
type Claim = { claimedName: string; today: CalendarDate; tokenSha256?: string | null }

/**
 * The URL of the provider's page for a person whose document and face are to be checked. A check in progress is
 * continued, on any device with the account or the set; a check that the provider is processing has to be waited for.
 */
export async function beginCheck(
  platform: Platform,
  owner: Giver,
  claim: Claim,
): Promise<{ url: string } | Refusal> {
  if (platform.identityProvider.name === null) return refuse('identity_check_off')
  if (!isTodaySomewhere(claim.today, platform.clock.now())) return refuse('day_not_today')
  try {
    // The check in progress may have ended; then a new one begins.
    for (const attempt of ['first', 'again'] as const) {
      const check = await findOrBeginCheck(platform, owner, claim)
      if (check && isRefusal(check)) return check
      const opened =
        check && (await openSession(platform, owner, check, claim.claimedName, attempt === 'again'))
      if (opened) return opened
    }
    return refuse('identity_provider_unavailable')
  } catch (error) {
    if (error instanceof IdentityProviderUnavailable) return refuse('identity_provider_unavailable')
    throw error
  }
}

/**
 * The check in progress, begun if there was none; a refusal if the account, the open request or the pass no longer
 * exists.
 */
function findOrBeginCheck(
  platform: Platform,
  owner: Giver,
  { claimedName, today, tokenSha256 = null }: Claim,
): Promise<CheckRow | null | Refusal> {
  const { database, identityProvider, clock } = platform
  const provider = identityProvider.name ?? ''
  const named = { claimedName, nameSha256: hashName(claimedName), begunOn: today }
  return database.transaction(async (tx) => {
    if ('verificationId' in owner) {
      const row = await lockOpenVerification(tx, { verificationId: owner.verificationId, tokenSha256 })
      if (isRefusal(row)) return row
      const placed = await takePlace(platform, tx, owner)
      if (placed) return placed
    } else if (!(await queueForUser(tx, owner.userId))) return refuse('authentication_required')
    return takeOpenCheck(tx, owner, { provider, ...named, at: clock.now() })
  })
}

/** The page of a check, a refusal, or null if the check has ended. */
async function openSession(
  platform: Platform,
  owner: Giver,
  check: CheckRow,
  claimedName: string,
  isLastTry: boolean,
): Promise<{ url: string } | Refusal | null> {
  const { database, identityProvider, settings } = platform
  // It was begun for another name: its result would prove nothing for this one.
  if (check.nameSha256 !== hashName(claimedName)) {
    if (isLastTry) return refuse('identity_check_under_way')
    await database.transaction((tx) => applyState(platform, tx, check, { state: 'cancelled' }))
    return null
  }
  let { sessionId } = check
  if (sessionId === null) {
    const path = 'userId' in owner ? '/dashboard' : `/verify/${owner.verificationId}`
    const started = await identityProvider.start({
      checkId: check.id,
      returnUrl: `${settings.publicUrl}${path}`,
    })
    sessionId = started.sessionId
    if (!(await keepOrErase(platform, check.id, sessionId))) return null
  }
  const seen = await identityProvider.collect(sessionId)
  await database.transaction((tx) => applyState(platform, tx, check, seen))
  if (seen.state === 'processing') return refuse('identity_check_under_way')
  return seen.state === 'open' && seen.url ? { url: seen.url } : null
}

/**
 * Stores the session of a check. If its person was erased in the meantime, the provider is told to erase it; returns
 * false then.
 */
function keepOrErase({ database, jobs }: Platform, checkId: string, sessionId: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (await keepSession(tx, checkId, sessionId, hashHex(sessionId))) return true
    await jobs.enqueue(tx, eraseUnkeptJob, { sessionId })
    return false
  })
}

/** The state of the newest check, for the person being checked. */
export async function showCheck(
  { database, identityProvider }: Platform,
  owner: Giver,
): Promise<IdentityCheck> {
  const { name: provider } = identityProvider
  const check = provider === null ? null : await findNewest(database, owner)
  if (!check) return { provider, check: null }
  const { state, fault, ageOver18, nameAgrees, faceMatched, endedAt } = check
  const checkedAt = state === 'checked' ? (endedAt?.toISOString() ?? null) : null
  return { provider, check: { state, fault, ageOver18, nameAgrees, faceMatched, checkedAt } }
}

/** Retried with growing delays if the provider doesn't answer. */
export const collectJob = defineJob(
  collectType.name,
  collectType.schema,
  (platform: Platform, { sessionId }) => collectCheck(platform, sessionId),
  { queue },
)

/**
 * Updates a check to the provider's current state, regardless of the number and order of messages received. Ignores an
 * unknown session. Throws IdentityProviderUnavailable if the provider doesn't answer.
 */
async function collectCheck(platform: Platform, sessionId: string): Promise<void> {
  const { database, identityProvider, clock } = platform
  const check = await findBySession(database, hashHex(sessionId))
  if (!check) return
  const seen = await identityProvider.collect(sessionId)
  if (!check.endedAt) await database.transaction((tx) => applyState(platform, tx, check, seen))
  else if (seen.state === 'gone') await noteErased(database, check.id, clock.now())
}

/** Stores the provider's state of a check in progress; when it ends, the provider is told to erase the session. */
async function applyState(
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
 * Judges the findings and stores only the verdicts. Stores nothing for a closed verification. Ends the request of a
 * third party under 18, as every other proof of that age does.
 */
async function keepVerdicts(
  platform: Platform,
  tx: Transaction,
  check: CheckRow,
  identity: CheckedIdentity,
  at: Date,
): Promise<void> {
  const { userId, verificationId, claimedName } = check
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
  if (userId && verdicts && !(verdicts.ageOver18 && verdicts.nameAgrees)) await endKeptProof(tx, { userId })
  const owner = verificationId ? { verificationId } : userId ? { userId } : null
  if (owner && verdicts && identity.birthDate) await endKeptProofOfAnother(tx, owner, identity.birthDate)
  if (verificationId && verdicts && !verdicts.ageOver18) {
    await endKeptProof(tx, { verificationId })
    await endVerification(platform, tx, verificationId, endUnderAge())
  }
}

/** Accepts a webhook whose raw body the provider signed, and uses only the session that it names. */
export async function receiveNotice(
  platform: Platform,
  rawBody: string,
  signature: string | undefined,
): Promise<{ received: true } | Refusal> {
  const { identityProvider, database, clock } = platform
  const notice = identityProvider.parseNotice(rawBody, signature, clock.now())
  if (!notice) return refuse('webhook_refused')
  const { sessionId } = notice
  if (sessionId !== null && (await findBySession(database, hashHex(sessionId))))
    await database.transaction((tx) => enqueueCollect(platform, tx, sessionId))
  return { received: true }
}
