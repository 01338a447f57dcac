import { z } from 'zod'
import type { JobHandlers } from '../platform/jobs/index.ts'
import { mailJobs, renderMail } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { passwordChangedMail } from './links/account-mails.ts'
import { answerMailRequest } from './links/request-mail.ts'
import { tokenMail } from './links/token-mail.ts'
import { endSessionsOpenedBy } from './sessions/session-store.ts'
import { expiredIfOpenedBy } from './users/policy.ts'

/** Deletes the sessions that have ended by their age, with the addresses of their devices. */
export const forgetSessionsTask = 'forget-ended-sessions'

const tokenMailPayload = z.object({ tokenId: z.uuid(), redirectTo: z.string().nullable() })

const mailRequestPayload = z.object({
  kind: z.enum(['signup', 'recovery', 'magiclink', 'email_change']),
  email: z.string(),
  codeChallenge: z.string().nullable(),
  redirectTo: z.string().nullable(),
})

const noticePayload = z.object({ to: z.string(), at: z.iso.datetime() })

const noticeTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** What the accounts feature does after the answer, and forgetting. */
export function accountsJobs(platform: Platform): JobHandlers {
  return {
    [forgetSessionsTask]: async () => {
      await endSessionsOpenedBy(platform.database, expiredIfOpenedBy(platform.clock.now()))
    },
    'answer-mail-request': async (payload) => {
      await answerMailRequest(platform, mailRequestPayload.parse(payload))
    },
  }
}

/** Its mails. */
export function accountsMails(platform: Platform): JobHandlers {
  return mailJobs(platform, {
    'mail-account-token': {
      write: (payload) => tokenMail(platform, tokenMailPayload.parse(payload)),
    },
    'mail-password-notice': {
      write: async (payload) => {
        const { to, at } = noticePayload.parse(payload)
        const resetUrl = `${platform.settings.publicUrl}/forgot-password`
        return renderMail(to, passwordChangedMail(`${noticeTime.format(new Date(at))} UTC`, resetUrl))
      },
    },
  })
}
