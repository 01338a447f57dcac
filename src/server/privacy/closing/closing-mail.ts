import { z } from 'zod'
import mails from '../../../words/en/account-mails.ts'
import { findAddress, findClosing } from '../../accounts/index.ts'
import { defineMail, describeMoment, type MailContent, renderMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { findFilesHoldEnd } from './held-until.ts'

const words = mails.closing

function writeClosingMail(closesAt: Date, keepUrl: string, heldUntil: Date | null): MailContent {
  const { subject, heading, erased, held, keep, after, action, footnote } = words
  return {
    subject,
    heading,
    paragraphs: [
      erased({ at: describeMoment(closesAt) }),
      ...(heldUntil ? [held({ until: describeMoment(heldUntil) })] : []),
      keep,
      after,
    ],
    action: { label: action, url: keepUrl },
    footnote,
  }
}

/** Tells an account's address that it was closed, and until when that can be taken back. Not sent once it was. */
export const closingMailJob = defineMail('mail-account-closing', z.object({ userId: z.guid() }), {
  async write(platform: Platform, { userId }) {
    const { database, settings } = platform
    const closesAt = (await findClosing(database, userId))?.closesAt
    const to = (await findAddress(database, userId))?.email
    if (!closesAt || !to) return null
    const day = closesAt.toISOString()
    const keepUrl = `${settings.publicUrl}/login?closes=${encodeURIComponent(day)}`
    return renderMail(
      to,
      writeClosingMail(closesAt, keepUrl, await findFilesHoldEnd(platform, userId, closesAt)),
    )
  },
})
