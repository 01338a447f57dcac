import { z } from 'zod'
import mails from '../../../words/en/account-mails.ts'
import { defineMail, limitMailbox, queueMail, renderMail, strangersMails } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { findUserById, lockUserByEmail } from '../users/user-store.ts'

const words = mails.knownAddress

const oncePerDay = { name: 'known-address-mailbox', points: 1, seconds: 24 * 60 * 60 }

/**
 * Tells the owner of a confirmed address that somebody learnt of its account, once a day at most. An address that is not confirmed is told by
 * the mail of a repeated registration.
 */
export async function tellOwner(platform: Platform, email: string): Promise<void> {
  await platform.database.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user?.emailConfirmedAt) return
    const share = await limitMailbox(platform, [oncePerDay, ...strangersMails], email, { tx })
    if (share.allowed)
      await queueMail(platform, tx, knownAddressMailJob, { userId: user.id }, { accountId: user.id })
  })
}

/** To the address that the account has when the mail is sent. */
export const knownAddressMailJob = defineMail('mail-known-address', z.object({ userId: z.guid() }), {
  async write({ database, settings }: Platform, { userId }) {
    const to = (await findUserById(database, userId))?.email
    const { subject, heading, paragraphs, footnote } = words
    const url = `${settings.publicUrl}/forgot-password`
    return to
      ? renderMail(to, { subject, heading, paragraphs: [...paragraphs], footnote: footnote({ url }) })
      : null
  },
})
