import type { InvitationState } from '../../contract/verification.ts'
import type { AuditActor } from '../../domain/audit/event.ts'
import type { InvitationOutcome } from '../../domain/verification/invitation.ts'
import { isOpen } from '../../domain/verification/status.ts'
import { hasConfirmedAddress } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import type { Queryable, Transaction } from '../platform/database/index.ts'
import type { JobHandlers } from '../platform/jobs/index.ts'
import {
  callOffMails,
  limitMailbox,
  mailJobs,
  newestMail,
  queueMail,
  renderMail,
} from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { invitationMail } from './invitation-mail.ts'
import { noteMailEnding } from './note-mail-ending.ts'
import { verificationById } from './store.ts'

const invitationTask = 'send-invitation'

/** Invitations to one mailbox, whoever sends them and for whatever. */
const perMailbox = [
  { name: 'invitation-mailbox', points: 5, seconds: 60 * 60 },
  { name: 'invitation-mailbox-day', points: 10, seconds: 24 * 60 * 60 },
] as const

export type Invitation = {
  verificationId: string
  creatorId: string
  thirdPartyEmail: string
  actor: AuditActor
}

/**
 * Has the link mailed to the third party once the transaction commits, and says in the trail that the mail is queued; or tells why not.
 * Nobody is mailed for a creator whose own address is not confirmed. That a mailbox had enough says neither how many came nor from whom.
 */
export async function invite(
  platform: Pick<Platform, 'clock' | 'jobs' | 'rateLimits' | 'signing'>,
  tx: Transaction,
  { verificationId, creatorId, thirdPartyEmail, actor }: Invitation,
): Promise<InvitationOutcome> {
  if (!(await hasConfirmedAddress(tx, creatorId))) return 'unconfirmed'
  if (!(await limitMailbox(platform, perMailbox, thirdPartyEmail, { tx })).allowed) return 'limited'
  await queueMail(platform, tx, { task: invitationTask, payload: { verificationId }, verificationId })
  const at = platform.clock.now()
  const detail = { channel: 'email' }
  await appendAuditEvent(tx, { verificationId, event: 'invited', actor, at, detail })
  return 'queued'
}

/** Calls off the invitations that no server has accepted yet. */
export function callOffInvitations(tx: Transaction, verificationId: string, at: Date): Promise<void> {
  return callOffMails(tx, verificationId, invitationTask, at)
}

/** How far the newest invitation came; null when there never was one. */
export async function invitationState(q: Queryable, verificationId: string): Promise<InvitationState | null> {
  const mail = await newestMail(q, verificationId, invitationTask)
  if (!mail || mail.outcome === 'not_needed') return null
  const at = (mail.endedAt ?? mail.queuedAt).toISOString()
  return { state: mail.outcome ?? (mail.tries > 1 ? 'delayed' : 'queued'), at }
}

/** `send-invitation` writes the mail when it is sent. A link that closed meanwhile is mailed to nobody. */
export function invitationMails(platform: Platform): JobHandlers {
  return mailJobs(platform, {
    [invitationTask]: {
      async write(payload) {
        const row = await verificationById(platform.database, String(payload['verificationId']))
        if (!row?.verificationLink || !isOpen(row.status)) return null
        const content = invitationMail(row.verificationLink, platform.settings.linkLifeDays)
        return renderMail(row.thirdPartyEmail, content)
      },
      ended: (tx, { verificationId, outcome }) =>
        noteMailEnding(platform, tx, { verificationId, mail: 'invitation', outcome }),
    },
  })
}
