import { z } from 'zod'
import type { InvitationState } from '../../contract/verification.ts'
import type { AuditActor } from '../../domain/audit/event.ts'
import type { InvitationOutcome } from '../../domain/verification/invitation.ts'
import { toReference } from '../../domain/verification/reference.ts'
import { isOpen } from '../../domain/verification/status.ts'
import { hasConfirmedAddress } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import {
  callOffMails,
  defineMail,
  dropGivenUp,
  limitMailbox,
  type MailProgress,
  queueMail,
  renderMail,
  selectNewestMail,
  strangersMails,
} from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { writeInvitationMail } from './invitation-mail.ts'
import { noteInvitation, noteInvited } from './invitation-store.ts'
import { noteMailEnding } from './note-mail-ending.ts'
import { findVerification, type VerificationRow } from './store.ts'

/** Invitations to one mailbox, whoever sends them and for whatever. */
export const invitationsPerMailbox = [
  { name: 'invitation-mailbox', points: 5, seconds: 60 * 60 },
  { name: 'invitation-mailbox-day', points: 10, seconds: 24 * 60 * 60 },
  ...strangersMails,
]

export type Invitation = {
  verificationId: string
  creatorId: string
  thirdPartyEmail: string
  actor: AuditActor
  /** Whether this address was invited before: that it is not once more takes nothing from what became of that. */
  isRepeat?: boolean
}

/**
 * Has the link mailed to the third party once the transaction commits, and says in the trail that the mail is queued; or tells why not.
 * Nobody is mailed for a creator whose own address is not confirmed. That a mailbox had enough says neither how many came nor from whom.
 */
export async function invite(
  platform: Pick<Platform, 'clock' | 'jobs' | 'rateLimits' | 'signing'>,
  tx: Transaction,
  invitation: Invitation,
): Promise<InvitationOutcome> {
  const outcome = !(await hasConfirmedAddress(tx, invitation.creatorId))
    ? 'unconfirmed'
    : (await limitMailbox(platform, invitationsPerMailbox, invitation.thirdPartyEmail, { tx })).allowed
      ? 'queued'
      : 'limited'
  const { verificationId, actor } = invitation
  if (outcome === 'queued' || !invitation.isRepeat) {
    await noteInvitation(tx, verificationId, outcome === 'queued' ? null : outcome)
  }
  if (outcome !== 'queued') return outcome
  await dropGivenUp(tx, verificationId, invitationJob.name)
  await queueMail(platform, tx, invitationJob, { verificationId }, { verificationId })
  const at = platform.clock.now()
  const detail = { channel: 'email' }
  await appendAuditEvent(tx, { verificationId, event: 'invited', actor, at, detail })
  return 'queued'
}

/** Calls off the invitations that no server has accepted yet. */
export function callOffInvitations(tx: Transaction, verificationId: string, at: Date): Promise<void> {
  return callOffMails(tx, verificationId, invitationJob.name, at)
}

/** The progress of the newest invitation to a verification that a part of a statement names. */
export function selectNewestInvitation(verificationId: Sql): Sql {
  return selectNewestMail(verificationId, invitationJob.name)
}

/** The same by itself. */
export function findNewestInvitation(q: Queryable, verificationId: string): Promise<MailProgress | null> {
  return q.row<MailProgress>(selectNewestInvitation(sql`${verificationId}`))
}

/** How far the newest invitation to the present address came; what became of it is told while its link is open only. Null where there never was one. */
export function describeInvitation(
  { status, invitationWithheld }: Pick<VerificationRow, 'status' | 'invitationWithheld'>,
  mail: MailProgress | null,
): InvitationState | null {
  if (!isOpen(status)) return null
  // An earlier address may have been mailed; the present one was not.
  if (invitationWithheld) return { state: invitationWithheld, at: null }
  if (!mail || mail.outcome === 'not_needed') return null
  const { outcome, tries, endedAt, queuedAt } = mail
  return { state: outcome ?? (tries > 1 ? 'delayed' : 'queued'), at: (endedAt ?? queuedAt).toISOString() }
}

/** Writes the mail when it is sent. A link that closed meanwhile is mailed to nobody. */
export const invitationJob = defineMail('send-invitation', z.object({ verificationId: z.guid() }), {
  async write(platform: Platform, { verificationId }) {
    const row = await findVerification(platform.database, verificationId)
    if (!row || !isOpen(row.status)) return null
    const { linkLifeDays } = platform.settings
    const content = writeInvitationMail(row.verificationLink, linkLifeDays, toReference(verificationId))
    return renderMail(row.thirdPartyEmail, content)
  },
  async onEnded(platform, tx, { verificationId, outcome }) {
    if (outcome === 'accepted') await noteInvited(tx, verificationId, platform.clock.now())
    await noteMailEnding(platform, tx, { verificationId, mail: 'invitation', outcome })
  },
})
