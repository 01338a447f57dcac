import { z } from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { limitMails } from '../limits.ts'
import { readEmail } from '../users/email-address.ts'
import { changeUser, lockUserByEmail } from '../users/user-store.ts'
import { type AuthRefusal, isAuthRefusal } from '../wire/auth-error.ts'
import { issueAddressChange } from './change-address.ts'
import { issueToken } from './issue-token.ts'
import { findCodeChallenge, type PkceRequest } from './pkce.ts'

const acceptedRequest = z.object({
  /** The mails that anybody may ask for, knowing only an address. */
  kind: z.enum(['signup', 'recovery', 'magiclink', 'email_change']),
  email: z.string(),
  codeChallenge: z.string().nullable(),
  redirectTo: z.string().nullable(),
})
type AcceptedRequest = z.infer<typeof acceptedRequest>

export type RequestedMail = AcceptedRequest['kind']

export type MailRequest = PkceRequest & { kind: RequestedMail; email: string; redirectTo: string | undefined }

/**
 * Accepts the wish for a mail. Neither the answer nor its time tells whether the address is known: what is known is looked up by a job, after
 * the answer. Within a minute of the last such wish for the address this one is dropped silently.
 */
export async function requestMail(platform: Platform, request: MailRequest): Promise<AuthRefusal | null> {
  const { kind, redirectTo } = request
  const codeChallenge = findCodeChallenge(request)
  if (isAuthRefusal(codeChallenge)) return codeChallenge
  const email = readEmail(request.email)
  if (isAuthRefusal(email)) return email
  if (!(await limitMails(platform, kind, email)).allowed) return null
  const accepted = { kind, email, codeChallenge, redirectTo: redirectTo ?? null }
  await platform.database.transaction((tx) => platform.jobs.enqueue(tx, answerMailRequestJob, accepted))
  return null
}

export const answerMailRequestJob = defineJob('answer-mail-request', acceptedRequest, answerMailRequest)

/** Issues the link if there is an account that has a use for it; does nothing otherwise. */
async function answerMailRequest(platform: Platform, request: AcceptedRequest): Promise<void> {
  const { kind, email, codeChallenge } = request
  const link = { codeChallenge, ...(request.redirectTo === null ? {} : { redirectTo: request.redirectTo }) }
  await platform.database.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user) return
    const now = platform.clock.now()
    switch (kind) {
      case 'signup':
        if (user.emailStandsAt) return
        await issueToken(platform, tx, { ...link, userId: user.id, kind, email })
        await changeUser(tx, user.id, { confirmationSentAt: now }, now)
        return
      case 'recovery':
      case 'magiclink':
        await issueToken(platform, tx, { ...link, userId: user.id, kind, email })
        await changeUser(tx, user.id, { recoverySentAt: now }, now)
        return
      case 'email_change':
        if (!user.newEmail) return
        await issueAddressChange(platform, tx, { ...link, userId: user.id, email, newEmail: user.newEmail })
        return
    }
  })
}
