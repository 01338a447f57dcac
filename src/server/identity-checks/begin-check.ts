import { type CalendarDate, isTodaySomewhere } from '../../domain/calendar-date.ts'
import type { DocumentOwner } from '../documents/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { IdentityProviderUnavailable } from '../platform/identity-provider/index.ts'
import type { Platform } from '../platform/platform.ts'
import { applyState } from './collect-check.ts'
import { hashName } from './hash-name.ts'
import { type CheckRow, keepSession, takeOpenCheck } from './store.ts'

/** The name that the document is compared with, and the day on the calendar of who begins. */
type Claim = { claimedName: string; today: CalendarDate }

/**
 * Where to send somebody whose document and face are to be checked: the provider's page. Whoever has a check under way goes on with it,
 * however often and on how many devices they ask; one that the provider is busy with has to be waited for.
 */
export async function beginCheck(
  platform: Platform,
  owner: DocumentOwner,
  claim: Claim,
): Promise<{ url: string } | Refusal> {
  if (platform.identityProvider.name === null) return refuse('identity_check_off')
  if (!isTodaySomewhere(claim.today, platform.clock.now())) return refuse('day_not_today')
  try {
    // The check under way may turn out to have ended meanwhile; then a new one begins.
    for (const attempt of ['first', 'again'] as const) {
      const check = await takeCheck(platform, owner, claim)
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

function takeCheck(
  { database, identityProvider, clock }: Platform,
  owner: DocumentOwner,
  { claimedName, today }: Claim,
): Promise<CheckRow | null> {
  const provider = identityProvider.name ?? ''
  const named = { claimedName, nameSha256: hashName(claimedName), begunOn: today }
  return takeOpenCheck(database, owner, { provider, ...named, at: clock.now() })
}

/** The page of a check, a refusal, or null when the check has ended. */
async function openSession(
  platform: Platform,
  owner: DocumentOwner,
  check: CheckRow,
  claimedName: string,
  isLastTry: boolean,
): Promise<{ url: string } | Refusal | null> {
  const { database, identityProvider, settings } = platform
  // Begun for another name: what is found would say nothing of this one.
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
    await keepSession(database, check.id, sessionId, hashHex(sessionId))
  }
  const seen = await identityProvider.collect(sessionId)
  await database.transaction((tx) => applyState(platform, tx, check, seen))
  if (seen.state === 'processing') return refuse('identity_check_under_way')
  return seen.state === 'open' && seen.url ? { url: seen.url } : null
}
