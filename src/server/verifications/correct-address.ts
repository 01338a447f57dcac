import type { CorrectedAddress } from '../../contract/verification.ts'
import { doEmailsMatch, type InvitationOutcome, isOpen } from '../../domain/verification/verification.ts'
import { queueForUser } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { deleteReadingsOf } from '../documents/index.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import type { Transaction } from '../platform/database/index.ts'
import { cancelMails, toMailbox } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { consumeEach } from '../platform/rate-limits/index.ts'
import { endAccess } from './code-store.ts'
import { cancelInvitations, changeThirdPartyEmail, invite } from './invitation.ts'
import { gatePasses } from './passes.ts'
import { withOpenVerification } from './policy.ts'
import { reminderMailJob } from './reminders.ts'
import { destroyGiven } from './sets.ts'
import { isOwnAddress } from './shared.ts'
import { findVerification, type VerificationRow } from './store.ts'

/**
 * A typing mistake needs one or two corrections; more suggest a search for an address. The narrowest limit comes first.
 */
const limits = [
  { name: 'address-correction', points: 3, seconds: 60 * 60 },
  { name: 'address-correction-day', points: 5, seconds: 24 * 60 * 60 },
] as const

/**
 * Corrects the third party's address while the verification is pending, and mails the link to the new address.
 *
 * One transaction changes the address, cancels unsent mails to the old one, ends its passes and codes, destroys the
 * uploads, deletes earlier proofs, and adds a row to the trail. The same address again changes nothing and mails
 * nothing.
 */
export async function correctAddress(
  platform: Platform,
  { userId, verificationId, email }: { userId: string; verificationId: string; email: string },
): Promise<CorrectedAddress | Refusal> {
  const own = await findVerification(platform.database, verificationId)
  if (own?.userId !== userId) return refuse('verification_not_visible')
  if (!isOpen(own.status)) return refuse('link_closed')
  // Checked here, so that a request that was refused above doesn't count.
  const { allowed, retryAfterSeconds } = await consumeEach(platform.rateLimits, limits, verificationId)
  if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
  return withOpenVerification(platform, { verificationId, tokenSha256: null }, async (tx, row) => {
    if (doEmailsMatch(email, row.thirdPartyEmail)) return { invitation: null }
    // The creator's address must not change to that of the third party until this is committed.
    if (!(await queueForUser(tx, userId))) return refuse('link_closed')
    if (await isOwnAddress(tx, userId, email)) return refuse('own_address')
    return { invitation: await replaceAddress(platform, tx, row, email) }
  })
}

async function replaceAddress(
  platform: Platform,
  tx: Transaction,
  { id: verificationId, userId: creatorId, thirdPartyEmail }: VerificationRow,
  email: string,
): Promise<InvitationOutcome> {
  const at = platform.clock.now()
  await changeThirdPartyEmail(tx, verificationId, email)
  await appendAuditEvent(tx, { verificationId, event: 'address_corrected', actor: 'creator', at })
  await cancelInvitations(tx, verificationId, at)
  await cancelMails(tx, verificationId, reminderMailJob.name, at)
  await endAccess(tx, gatePasses, verificationId)
  await destroyGiven(platform, tx, { verificationId })
  // Another person has their own tries.
  if (toMailbox(email) !== toMailbox(thirdPartyEmail)) await deleteReadingsOf(tx, verificationId)
  return invite(platform, tx, { verificationId, creatorId, thirdPartyEmail: email, actor: 'creator' })
}
