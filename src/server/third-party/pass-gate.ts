import type { CodeSent, GateAnswer } from '../../contract/third-party.ts'
import { doEmailsMatch } from '../../domain/verification/email-match.ts'
import { isOpen } from '../../domain/verification/status.ts'
import { type Account, findAddress } from '../accounts/index.ts'
import { noteOnceInAWhile } from '../audit/index.ts'
import { consumeForClient, resetForClient } from '../http/client-network.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import { mailCode } from '../mailed-codes/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  findVerification,
  isOwnAddress,
  lockVerification,
  type VerificationRow,
} from '../verifications/index.ts'
import { gateCode } from './gate-code.ts'
import { openGate } from './open-gate.ts'

/** Guesses at one link from one address; a right one in time gives them back. */
const perLinkAndClient = { name: 'gate-link-client', points: 5, seconds: 15 * 60 }
/** Guesses from one address, whatever the link. */
const perClient = { name: 'gate-client', points: 30, seconds: 15 * 60 }
/** Guesses at one link, wherever from. */
const perLink = { name: 'gate-link', points: 50, seconds: 60 * 60 }

export type Visit = { verificationId: string; email: string; clientIp: string; account: Account | null }

/**
 * Lets a visitor through who types the address that the verification was sent to; where codes are in force, mails them one instead. Only a
 * handful of guesses is compared at all: a guess beyond them is refused even if it is right.
 */
export async function passGate(platform: Platform, visit: Visit): Promise<GateAnswer | Refusal> {
  const { verificationId, email } = visit
  const row = await findVerification(platform.database, verificationId)
  if (!row) return refuse('verification_not_found')
  if (visit.account?.id === row.userId) return refuse('owner_cannot_submit')
  if (!isOpen(row.status)) return refuse('link_closed')
  if (email.trim() === '') return refuse('email_required')
  const locked = await takeGuess(platform, visit)
  if (isRefusal(locked)) return locked

  if (!doEmailsMatch(email, row.thirdPartyEmail)) {
    await noteOnceInAWhile(platform, {
      verificationId,
      event: 'gate_refused',
      actor: 'visitor',
      at: platform.clock.now(),
    })
    return refuse('email_mismatch')
  }
  await resetForClient(platform.rateLimits, perLinkAndClient, visit.clientIp, `${verificationId} `)
  if (platform.settings.emailCode) return mailGateCode(platform, row)
  return platform.database.transaction(async (tx) => {
    // The creator may have corrected the address meanwhile: what was compared must be what stands.
    const current = await lockVerification(tx, row.id)
    if (!current || !isOpen(current.status)) return refuse('link_closed')
    if (!doEmailsMatch(email, current.thirdPartyEmail)) return refuse('email_mismatch')
    if (await isOwnAddress(tx, current.userId, current.thirdPartyEmail)) return refuse('owner_cannot_submit')
    return openGate(platform, tx, row.id, 'matched')
  })
}

/** Nobody is mailed on behalf of a creator who never confirmed their address. One that is refused today keeps no third party out. */
async function mailGateCode(platform: Platform, row: VerificationRow): Promise<CodeSent | Refusal> {
  if (!(await findAddress(platform.database, row.userId))?.confirmedAt) return refuse('creator_unconfirmed')
  if (await isOwnAddress(platform.database, row.userId, row.thirdPartyEmail))
    return refuse('owner_cannot_submit')
  const sent = await mailCode(platform, gateCode, row)
  return isRefusal(sent) ? sent : { codeSent: true, expiresAt: sent.expiresAt.toISOString() }
}

/** The narrowest limit first, so that guesses refused by it use up no wider one. */
async function takeGuess(platform: Platform, visit: Visit): Promise<{ ok: true } | Refusal> {
  const { rateLimits } = platform
  const takes = [
    () => consumeForClient(rateLimits, perLinkAndClient, visit.clientIp, `${visit.verificationId} `),
    () => consumeForClient(rateLimits, perClient, visit.clientIp),
    // Strangers would lock the link for its person; where a code has to be read too, a right address alone opens nothing.
    ...(platform.settings.emailCode ? [] : [() => rateLimits.consume(perLink, visit.verificationId)]),
  ]
  for (const take of takes) {
    const { allowed, retryAfterSeconds } = await take()
    if (!allowed) return refuse('gate_locked', { retryAfterSeconds })
  }
  return { ok: true }
}
