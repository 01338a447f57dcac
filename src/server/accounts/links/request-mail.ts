import type { Platform } from '../../platform/platform.ts'
import { limitMails } from '../limits.ts'
import { readEmail } from '../users/email-address.ts'
import { changeUser, lockUserByEmail } from '../users/user-store.ts'
import { type AuthRefusal, isAuthRefusal } from '../wire/auth-error.ts'
import { issueAddressChange } from './change-address.ts'
import { issueToken } from './issue-token.ts'
import { type PkceRequest, readCodeChallenge } from './pkce.ts'

/** The mails that anybody may ask for, knowing only an address. */
export type RequestedMail = 'signup' | 'recovery' | 'magiclink' | 'email_change'

export type MailRequest = PkceRequest & { kind: RequestedMail; email: string; redirectTo: string | undefined }

/**
 * Accepts the wish for a mail. Neither the answer nor its time tells whether the address is known: what is known is looked up by a job, after
 * the answer. Within a minute of the last such wish for the address this one is dropped silently.
 */
export async function requestMail(platform: Platform, request: MailRequest): Promise<AuthRefusal | null> {
  const { kind, redirectTo } = request
  const codeChallenge = readCodeChallenge(request)
  if (isAuthRefusal(codeChallenge)) return codeChallenge
  const email = readEmail(request.email)
  if (isAuthRefusal(email)) return email
  if (!(await limitMails(platform, kind, email)).allowed) return null
  await platform.database.transaction((tx) =>
    platform.jobs.enqueue(tx, 'answer-mail-request', {
      kind,
      email,
      codeChallenge,
      redirectTo: redirectTo ?? null,
    }),
  )
  return null
}

export type AcceptedMailRequest = {
  kind: RequestedMail
  email: string
  codeChallenge: string | null
  redirectTo: string | null
}

/** Issues the link if there is an account that has a use for it; does nothing otherwise. */
export async function answerMailRequest(platform: Platform, request: AcceptedMailRequest): Promise<void> {
  const { kind, email, codeChallenge } = request
  const link = { codeChallenge, ...(request.redirectTo === null ? {} : { redirectTo: request.redirectTo }) }
  await platform.database.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user) return
    const now = platform.clock.now()
    switch (kind) {
      case 'signup':
        if (user.emailConfirmedAt) return
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
