import type { Clock } from '../clock.ts'
import { type Database, workInBatches } from '../database/index.ts'
import { defineJob, noPayload } from '../jobs/index.ts'
import type { Mailer } from './mail.ts'
import { forgetMails } from './mail-store.ts'

/** How long it is remembered how a mail ended. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000

type Parts = { clock: Clock; database: Database; mailer: Mailer }

/** Deletes what is known of mails that ended a month ago; where they never left this machine, the mails too. */
export const forgetMailsJob = defineJob('forget-mails', noPayload, ({ clock, database, mailer }: Parts) => {
  const before = new Date(clock.now().getTime() - rememberedMs)
  return workInBatches(async (limit) => {
    const ids = await forgetMails(database, before, limit)
    await mailer.outbox?.removeSent(ids)
    return ids.length
  })
})
