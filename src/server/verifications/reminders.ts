import { z } from 'zod'
import { isOpen, toReference } from '../../domain/verification/verification.ts'
import words from '../../words/en/verification-mails.ts'
import { dayMs } from '../platform/clock/index.ts'
import { type Sql, sql, type Transaction } from '../platform/database/index.ts'
import { defineDuty } from '../platform/jobs/index.ts'
import {
  defineMail,
  describeMoment,
  limitMailbox,
  type MailContent,
  queueMail,
  renderMail,
} from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { writeChoicesAddress } from './email-choices.ts'
import { invitationsPerMailbox } from './invitation.ts'
import { findRecipientOf, noteMailEnding } from './mails.ts'
import { findWithheldOutcome } from './private-no.ts'
import { findVerification } from './store.ts'

/** Delays of the first reminder after the accepted invitation, and of the last one after the first. */
const remindAfterDays = 2
const remindAgainAfterDays = 3
/** No reminder is sent on the last days of a link. */
const leaveDays = 2

/** Reminds each undecided person at most twice, after a mail server accepted their invitation (MAIL-19). */
export const remindJob = defineDuty({
  kind: 'reminders',
  name: 'remind-third-parties',
  round: 'hour',
  overdueAfterMs: 3 * 60 * 60_000,
  select: ({ clock, settings }: Platform, before) =>
    selectToRemind(before, new Date(clock.now().getTime() - (settings.linkLifeDays - leaveDays) * dayMs)),
  computeDelayMs: () => remindAfterDays * dayMs,
  act: (platform, id) => platform.database.transaction((tx) => remind(platform, tx, id)),
})

async function remind(platform: Platform, tx: Transaction, id: string): Promise<void> {
  const taken = await takeReminder(tx, id, platform.clock.now())
  if (!taken) return
  const { thirdPartyEmail, isLast } = taken
  if (!(await limitMailbox(platform, invitationsPerMailbox, thirdPartyEmail, { tx })).allowed) return
  const reminder = { verificationId: id, isLast }
  await queueMail(platform, tx, reminderMailJob, reminder, { verificationId: id })
}

/** A reminder that was queued by a version without a second one is the last. */
const reminderSchema = z.object({ verificationId: z.guid(), isLast: z.boolean().default(true) })

/** A closed link sends no reminder. */
export const reminderMailJob = defineMail('send-reminder', reminderSchema, {
  async write(platform: Platform, { verificationId, isLast }) {
    const row = await findVerification(platform.database, verificationId)
    if (!row || !isOpen(row.status)) return null
    const closesAt = new Date(row.createdAt.getTime() + platform.settings.linkLifeDays * dayMs)
    const to = await findRecipientOf(platform.database, row, 'third_party')
    return (
      to &&
      renderMail(to, () => ({
        ...writeReminderMail(row.verificationLink, closesAt, toReference(verificationId), isLast),
        choicesUrl: writeChoicesAddress(platform, row),
      }))
    )
  },
  findWithheldOutcome: (platform, { verificationId }) => findWithheldOutcome(platform, verificationId),
  onEnded: (platform, tx, { verificationId, outcome }) =>
    noteMailEnding(platform, tx, { verificationId, mail: 'reminder', outcome }),
})

/** The mail to the third party, at most twice, while the invitation is open. */
function writeReminderMail(url: string, closesAt: Date, reference: string, isLast: boolean): MailContent {
  const { subject, heading, asked, free, last, notLast } = words.reminder
  return {
    subject,
    heading,
    paragraphs: [asked({ at: describeMoment(closesAt) }), `${free} ${isLast ? last : notLast}`],
    action: { label: words.open, url },
    footnote: words.ignore,
    reference,
  }
}

/**
 * Pending verifications made after `madeAfter` whose third party needs a reminder: the first one after the accepted
 * invitation, the last one after the first. `since` is shifted so that both are due the same time after it.
 */
function selectToRemind(before: Date, madeAfter: Date): Sql {
  const between = (remindAgainAfterDays - remindAfterDays) * dayMs
  const remindedBefore = new Date(before.getTime() - between)
  const isOpen = sql`status = 'pending' AND invited_at IS NOT NULL AND created_at > ${madeAfter}`
  return sql`
    SELECT id, invited_at AS since FROM verifications
    WHERE ${isOpen} AND reminded_at IS NULL AND invited_at < ${before}
    UNION ALL
    SELECT id, reminded_at + ${between} * interval '1 millisecond' FROM verifications
    WHERE ${isOpen} AND reminded_at IS NOT NULL AND reminded_twice_at IS NULL AND reminded_at < ${remindedBefore}`
}

/**
 * Claims the next reminder of an open verification. Returns whom to remind; null when it was already claimed or the
 * verification has closed.
 */
function takeReminder(
  tx: Transaction,
  id: string,
  at: Date,
): Promise<{ thirdPartyEmail: string; isLast: boolean } | null> {
  const remindedBefore = new Date(at.getTime() - remindAgainAfterDays * dayMs)
  return tx.row<{ thirdPartyEmail: string; isLast: boolean }>(sql`
    UPDATE verifications SET reminded_at = coalesce(reminded_at, ${at}),
      reminded_twice_at = CASE WHEN reminded_at IS NOT NULL THEN ${at}::timestamptz END
    WHERE id = ${id} AND status = 'pending' AND invited_at IS NOT NULL AND reminded_twice_at IS NULL
      AND (reminded_at IS NULL OR reminded_at < ${remindedBefore})
    RETURNING third_party_email, reminded_twice_at IS NOT NULL AS is_last`)
}
