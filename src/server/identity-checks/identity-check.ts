import { z } from 'zod'
import type { IdentityCheck } from '../../contract/identity-check.ts'
import { type CalendarDate, isTodaySomewhere } from '../../domain/calendar-date.ts'
import { judgeIdentity } from '../../domain/identity-document/verdict.ts'
import { endUnderAge } from '../../domain/verification/transition.ts'
import { isOpen } from '../../domain/verification/verification.ts'
import { queueForUser } from '../accounts/index.ts'
import { type DocumentOwner, endKeptProof, endKeptProofOfAnother } from '../documents/index.ts'
import { isRefusal, type Refusal, refuse } from '../http/problem.ts'
import { readInPages, type Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import {
  type CheckedIdentity,
  IdentityProviderUnavailable,
  type SessionState,
} from '../platform/identity-provider/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { endVerification, lockOpenVerification, lockVerification } from '../verifications/index.ts'
import {
  type CheckRow,
  collectPrefix,
  endCheck,
  erasePrefix,
  findBySession,
  findNewest,
  findSessionOf,
  forgetSession,
  hashName,
  keepSession,
  listSessionsOf,
  listUnerasedChecks,
  noteErased,
  noteProgress,
  takeOpenCheck,
  type UnerasedCheck,
} from './store.ts'

/**
 * The name that the document is compared with, the local date of the person who begins, and the hash of the pass that a
 * third party uses.
 */
type Claim = { claimedName: string; today: CalendarDate; tokenSha256?: string | null }

/**
 * The URL of the provider's page for a person whose document and face are to be checked. A check in progress is
 * continued, on any device; a check that the provider is processing has to be waited for.
 */
export async function beginCheck(
  platform: Platform,
  owner: DocumentOwner,
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

/** The check in progress, begun if there was none; a refusal if the account, the open request or the pass no longer exists. */
function findOrBeginCheck(
  { database, identityProvider, clock }: Platform,
  owner: DocumentOwner,
  { claimedName, today, tokenSha256 = null }: Claim,
): Promise<CheckRow | null | Refusal> {
  const provider = identityProvider.name ?? ''
  const named = { claimedName, nameSha256: hashName(claimedName), begunOn: today }
  return database.transaction(async (tx) => {
    if ('verificationId' in owner) {
      const row = await lockOpenVerification(tx, { ...owner, tokenSha256 })
      if (isRefusal(row)) return row
    } else if (!(await queueForUser(tx, owner.userId))) return refuse('authentication_required')
    return takeOpenCheck(tx, owner, { provider, ...named, at: clock.now() })
  })
}

/** The page of a check, a refusal, or null if the check has ended. */
async function openSession(
  platform: Platform,
  owner: DocumentOwner,
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
  owner: DocumentOwner,
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
  'collect-identity-check',
  z.object({ sessionId: z.string() }),
  (platform: Platform, { sessionId }) => collectCheck(platform, sessionId),
  { queue: 'identity checks' },
)

/** Enqueues a query for the state of a session. Several calls cause one request, after the last. */
function enqueueCollect({ jobs }: Platform, tx: Transaction, sessionId: string): Promise<void> {
  return jobs.enqueue(tx, collectJob, { sessionId }, { key: `${collectPrefix}${hashHex(sessionId)}` })
}

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
  { queue: 'identity checks' },
)

/** The same for a session that belongs to no check. */
export const eraseUnkeptJob = defineJob(
  'erase-unkept-identity-session',
  z.object({ sessionId: z.string() }),
  ({ identityProvider }: Platform, { sessionId }) => identityProvider.erase(sessionId),
  { queue: 'identity checks' },
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
function enqueueErase({ jobs }: Platform, tx: Transaction, checkId: string): Promise<void> {
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
