import { isOpen } from '../../domain/verification/status.ts'
import { hasConfirmedAddress } from '../accounts/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { invite } from './invitation.ts'
import { findOwnVerification, lockVerification } from './store.ts'

/** Nobody is to be pestered: invitations to one verification, after the first. The narrowest limit comes first. */
const limits = [
  { name: 'invitation', points: 3, seconds: 60 * 60 },
  { name: 'invitation-day', points: 6, seconds: 24 * 60 * 60 },
] as const

/** The creator has the third party of a pending verification invited once more. */
export async function resendInvitation(
  platform: Platform,
  userId: string,
  id: string,
): Promise<{ ok: true } | Refusal> {
  const own = await findOwnVerification(platform.database, id, userId)
  if (!own) return refuse('verification_not_visible')
  if (!isOpen(own.status)) return refuse('link_closed')
  if (!(await hasConfirmedAddress(platform.database, userId))) return refuse('address_unconfirmed')
  for (const limit of limits) {
    const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(limit, own.id)
    if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
  }
  return platform.database.transaction(async (tx) => {
    const row = await lockVerification(tx, own.id)
    if (!row || !isOpen(row.status)) return refuse('link_closed')
    const outcome = await invite(platform, tx, {
      verificationId: row.id,
      creatorId: row.userId,
      thirdPartyEmail: row.thirdPartyEmail,
      actor: 'creator',
      isRepeat: true,
    })
    if (outcome === 'unconfirmed') return refuse('address_unconfirmed')
    return outcome === 'limited' ? refuse('mailbox_full_of_invitations') : { ok: true }
  })
}
