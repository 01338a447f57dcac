import { z } from 'zod'
import type { InvitationState } from '../../contract/verification.ts'
import type { AuditActor } from '../../domain/audit-event.ts'
import { type InvitationOutcome, isOpen, toReference } from '../../domain/verification/verification.ts'
import words from '../../words/en/verification-mails.ts'
import { hasConfirmedAddress } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import {
  cancelMails,
  defineMail,
  deleteGivenUpMails,
  limitMailbox,
  type MailContent,
  type MailProgress,
  queueMail,
  renderMail,
  selectNewestMail,
  strangersMails,
} from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { consumeEach } from '../platform/rate-limits/index.ts'
import { writeChoicesAddress } from './email-choices.ts'
import { findRecipientOf, noteMailEnding } from './mails.ts'
import { withOpenVerification } from './policy.ts'
import { findWithheldOutcome } from './private-no.ts'
import {
  findOwnVerification,
  findVerification,
  type InvitationWithheld,
  type VerificationRow,
} from './store.ts'

/** Limits invitations to one mailbox, from all senders and for all purposes. */
export const invitationsPerMailbox = [
  { name: 'invitation-mailbox', points: 5, seconds: 60 * 60 },
  { name: 'invitation-mailbox-day', points: 10, seconds: 24 * 60 * 60 },
  ...strangersMails,
]

type Invitation = {
  verificationId: string
  creatorId: string
  thirdPartyEmail: string
  actor: AuditActor
  /**
   * Whether this address was invited before. If so, not inviting it again keeps the state of the earlier invitation.
   */
  isRepeat?: boolean
}

/**
 * Enqueues the mail with the link to the third party, to be sent once the transaction commits, and records that in the
 * trail; or returns why not. Invitations are mailed only for creators with a confirmed address. If the mailbox's limit
 * is reached, the outcome doesn't reveal how many mails came or from whom.
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
  await deleteGivenUpMails(tx, verificationId, invitationJob.name)
  await queueMail(platform, tx, invitationJob, { verificationId }, { verificationId })
  const at = platform.clock.now()
  const detail = { channel: 'email' }
  await appendAuditEvent(tx, { verificationId, event: 'invited', actor, at, detail })
  return 'queued'
}

/** Cancels the invitations that no mail server has accepted yet. */
export function cancelInvitations(tx: Transaction, verificationId: string, at: Date): Promise<void> {
  return cancelMails(tx, verificationId, invitationJob.name, at)
}

/** Selects the progress of the newest invitation to the verification with this id expression. */
export function selectNewestInvitation(verificationId: Sql): Sql {
  return selectNewestMail(verificationId, invitationJob.name)
}

/** The progress of the newest invitation to a verification. */
export function findNewestInvitation(q: Queryable, verificationId: string): Promise<MailProgress | null> {
  return q.row<MailProgress>(selectNewestInvitation(sql`${verificationId}`))
}

/**
 * The progress of the newest invitation to the current address. Its outcome is shown only while its link is open. Null
 * without an invitation.
 */
export function describeInvitation(
  { status, invitationWithheld }: Pick<VerificationRow, 'status' | 'invitationWithheld'>,
  mail: MailProgress | null,
): InvitationState | null {
  if (!isOpen(status)) return null
  // An earlier address may have got a mail, but the current one did not.
  if (invitationWithheld) return { state: invitationWithheld, at: null }
  if (!mail || mail.outcome === 'not_needed') return null
  const { outcome, tries, endedAt, queuedAt } = mail
  return { state: outcome ?? (tries > 1 ? 'delayed' : 'queued'), at: (endedAt ?? queuedAt).toISOString() }
}

/** Writes the mail when it is sent. Closed links get no mail. */
export const invitationJob = defineMail('send-invitation', z.object({ verificationId: z.guid() }), {
  async write(platform: Platform, { verificationId }) {
    const row = await findVerification(platform.database, verificationId)
    if (!row || !isOpen(row.status)) return null
    const { linkLifeDays } = platform.settings
    const to = await findRecipientOf(platform.database, row, 'third_party')
    return (
      to &&
      renderMail(to, () => ({
        ...writeInvitationMail(row.verificationLink, linkLifeDays, toReference(verificationId)),
        choicesUrl: writeChoicesAddress(platform, row),
      }))
    )
  },
  findWithheldOutcome: (platform, { verificationId }) => findWithheldOutcome(platform, verificationId),
  async onEnded(platform, tx, { verificationId, outcome }) {
    if (outcome === 'accepted') await noteInvited(tx, verificationId, platform.clock.now())
    await noteMailEnding(platform, tx, { verificationId, mail: 'invitation', outcome })
  },
})

/** Limits repeated invitations to one verification, after the first. The narrowest limit comes first. */
const limits = [
  { name: 'invitation', points: 3, seconds: 60 * 60 },
  { name: 'invitation-day', points: 6, seconds: 24 * 60 * 60 },
] as const

/** Invites the third party of a pending verification again, for its creator. */
export async function resendInvitation(
  platform: Platform,
  userId: string,
  id: string,
): Promise<{ ok: true } | Refusal> {
  const own = await findOwnVerification(platform.database, id, userId)
  if (!own) return refuse('verification_not_visible')
  if (!isOpen(own.status)) return refuse('link_closed')
  if (!(await hasConfirmedAddress(platform.database, userId))) return refuse('address_unconfirmed')
  // Checked here, so that a request that was refused above doesn't count.
  const { allowed, retryAfterSeconds } = await consumeEach(platform.rateLimits, limits, own.id)
  if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
  return withOpenVerification(platform, { verificationId: own.id, tokenSha256: null }, async (tx, row) => {
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

/** The mail to the third party. Others may see it, so it explains the link, but not who asks, for whom, or why. */
function writeInvitationMail(url: string, linkLifeDays: number, reference: string): MailContent {
  const { subject, heading, asked, free, closes } = words.invitation
  return {
    subject,
    heading,
    paragraphs: [asked, free, closes({ days: linkLifeDays })],
    action: { label: words.open, url },
    footnote: words.ignore,
    reference,
  }
}

/** Records why its third party was not invited; null if they were. */
async function noteInvitation(
  tx: Transaction,
  id: string,
  withheld: InvitationWithheld | null,
): Promise<void> {
  await tx.run(sql`UPDATE verifications SET invitation_withheld = ${withheld} WHERE id = ${id}`)
}

/** Sets the third party's address of a locked verification. The new address counts as not invited yet, and its person's language as unknown. */
export async function changeThirdPartyEmail(tx: Transaction, id: string, email: string): Promise<void> {
  await tx.run(sql`UPDATE verifications SET third_party_email = ${email}, invited_at = NULL, reminded_at = NULL,
      reminded_twice_at = NULL, third_party_language = NULL WHERE id = ${id}`)
}

async function noteInvited(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(
    sql`UPDATE verifications SET invited_at = ${at} WHERE id = ${id} AND invited_at IS NULL AND status = 'pending'`,
  )
}

/** Whether a mail server accepted an invitation to the third party's current address. */
export async function wasInvited(q: Queryable, id: string): Promise<boolean> {
  return (await q.row(sql`SELECT 1 FROM verifications WHERE id = ${id} AND invited_at IS NOT NULL`)) !== null
}
