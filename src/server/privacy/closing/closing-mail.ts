import { z } from 'zod'
import { addressOf, closingOf } from '../../accounts/index.ts'
import { defineMail, type MailContent, momentWords, renderMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { filesHeldUntil } from './held-until.ts'

function closingMail(closesAt: Date, keepUrl: string, heldUntil: Date | null): MailContent {
  return {
    subject: 'Your account is closed',
    heading: 'Your account is closed',
    paragraphs: [
      `Every device is signed out, requests that were open are cancelled, and your plan is not renewed. Your account and your files are erased on ${momentWords(closesAt)}.`,
      ...(heldUntil
        ? [
            `Photos and documents that somebody else’s legal hold keeps are locked on that day, and destroyed when it ends, on ${momentWords(heldUntil)} at the latest.`,
          ]
        : []),
      'Until then you can keep your account: logging in takes the closing back. What was cancelled stays cancelled.',
      'After that nobody can bring it back. Sealed records stay with the other party, who needs them as proof.',
    ],
    action: { label: 'Keep my account', url: keepUrl },
    footnote: 'If it was not you, log in before that day, and change your password.',
  }
}

/** Tells an account's address that it was closed, and until when that can be taken back. Not sent once it was. */
export const closingMailJob = defineMail('mail-account-closing', z.object({ userId: z.guid() }), {
  async write(platform: Platform, { userId }) {
    const { database, settings } = platform
    const closesAt = (await closingOf(database, userId))?.closesAt
    const to = (await addressOf(database, userId))?.email
    if (!closesAt || !to) return null
    const day = closesAt.toISOString()
    const keepUrl = `${settings.publicUrl}/login?closes=${encodeURIComponent(day)}`
    return renderMail(to, closingMail(closesAt, keepUrl, await filesHeldUntil(platform, userId, closesAt)))
  },
})
