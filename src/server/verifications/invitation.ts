import type { AuditActor } from '../../domain/audit/event.ts'
import { isOpen } from '../../domain/verification/status.ts'
import { appendAuditEvent } from '../audit/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { JobHandlers } from '../platform/jobs/index.ts'
import { renderMail } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { invitationMail } from './invitation-mail.ts'
import { verificationById } from './store.ts'

const invitationTask = 'send-invitation'

/** Mails the link to the third party once the transaction commits, and says so in the trail. */
export async function invite(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  verificationId: string,
  actor: AuditActor,
): Promise<void> {
  await platform.jobs.enqueue(tx, invitationTask, { verificationId })
  const at = platform.clock.now()
  const detail = { channel: 'email' }
  await appendAuditEvent(tx, { verificationId, event: 'invited', actor, at, detail })
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
