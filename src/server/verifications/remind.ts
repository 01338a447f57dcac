import { z } from 'zod'
import { toReference } from '../../domain/verification/reference.ts'
import { isOpen } from '../../domain/verification/status.ts'
import { defineJob, handleEach, noPayload } from '../platform/jobs/index.ts'
import { defineMail, limitMailbox, queueMail, renderMail } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { invitationsPerMailbox } from './invitation.ts'
import { writeReminderMail } from './invitation-mail.ts'
import { listInvitedSince, takeReminder } from './invitation-store.ts'
import { noteMailEnding } from './note-mail-ending.ts'
import { findVerification } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000
/** So long after the invitation was taken, and not on the link's last days. */
const remindAfterDays = 3
const leaveDays = 2

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Reminds everybody once whose invitation a mail server took some days ago and who has not decided (MAIL-19). */
export const remindJob = defineJob('remind-third-parties', noPayload, (platform: Platform) => {
  const { clock, database, logger, settings } = platform
  const invitedBefore = new Date(clock.now().getTime() - remindAfterDays * dayMs)
  const madeAfter = new Date(clock.now().getTime() - (settings.linkLifeDays - leaveDays) * dayMs)
  return handleEach(
    (limit) => listInvitedSince(database, { invitedBefore, madeAfter, limit }),
    (id) => database.transaction((tx) => remind(platform, tx, id)),
    logger,
  )
})

async function remind(platform: Platform, tx: Parameters<typeof takeReminder>[0], id: string): Promise<void> {
  const thirdPartyEmail = await takeReminder(tx, id, platform.clock.now())
  if (thirdPartyEmail === null) return
  if (!(await limitMailbox(platform, invitationsPerMailbox, thirdPartyEmail, { tx })).allowed) return
  await queueMail(platform, tx, reminderMailJob, { verificationId: id }, { verificationId: id })
}

/** A link that closed meanwhile reminds nobody. */
export const reminderMailJob = defineMail('send-reminder', z.object({ verificationId: z.guid() }), {
  async write(platform: Platform, { verificationId }) {
    const row = await findVerification(platform.database, verificationId)
    if (!row || !isOpen(row.status)) return null
    const closesOn = new Date(row.createdAt.getTime() + platform.settings.linkLifeDays * dayMs)
    return renderMail(
      row.thirdPartyEmail,
      writeReminderMail(row.verificationLink, longDay.format(closesOn), toReference(verificationId)),
    )
  },
  onEnded: (platform, tx, { verificationId, outcome }) =>
    noteMailEnding(platform, tx, { verificationId, mail: 'reminder', outcome }),
})
