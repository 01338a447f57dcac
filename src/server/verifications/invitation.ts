import type { AuditActor } from '../../domain/audit/event.ts'
import type { InvitationOutcome } from '../../domain/verification/invitation.ts'
import { isOpen } from '../../domain/verification/status.ts'
import { hasConfirmedAddress } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { JobHandlers } from '../platform/jobs/index.ts'
import { limitMailbox, renderMail } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { invitationMail } from './invitation-mail.ts'
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
 * Mails the link to the third party once the transaction commits, and says so in the trail; or tells why it does not. Nobody is mailed for a
 * creator whose own address is not confirmed. That a mailbox had enough says neither how many came nor from whom.
 */
export async function invite(
  platform: Pick<Platform, 'clock' | 'jobs' | 'rateLimits' | 'signing'>,
  tx: Transaction,
  { verificationId, creatorId, thirdPartyEmail, actor }: Invitation,
): Promise<InvitationOutcome> {
  if (!(await hasConfirmedAddress(tx, creatorId))) return 'unconfirmed'
  if (!(await limitMailbox(platform, perMailbox, thirdPartyEmail, tx)).allowed) return 'limited'
  await platform.jobs.enqueue(tx, invitationTask, { verificationId })
  const at = platform.clock.now()
  const detail = { channel: 'email' }
  await appendAuditEvent(tx, { verificationId, event: 'invited', actor, at, detail })
  return 'sent'
}

/** `send-invitation` writes the mail when it is sent. A link that closed meanwhile is mailed to nobody. */
export function invitationJobs(platform: Platform): JobHandlers {
  return {
    [invitationTask]: async (payload, { id }) => {
      const row = await verificationById(platform.database, String(payload['verificationId']))
      if (!row?.verificationLink || !isOpen(row.status)) return
      const content = invitationMail(row.verificationLink, platform.settings.linkLifeDays)
      await platform.mailer.send(await renderMail(row.thirdPartyEmail, content), { id: `job-${id}` })
    },
  }
}
