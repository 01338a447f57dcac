import { z } from 'zod'
import { defineMail, describeMoment, renderMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { writePasswordChangedMail } from './account-mails.ts'

/** Tells an account's address that the password was changed, and how to take it back. */
export const passwordMailJob = defineMail(
  'mail-password-notice',
  z.object({ to: z.string(), at: z.iso.datetime() }),
  {
    async write({ settings }: Platform, { to, at }) {
      const resetUrl = `${settings.publicUrl}/forgot-password`
      return renderMail(to, writePasswordChangedMail(describeMoment(new Date(at)), resetUrl))
    },
  },
)
