import type { Clock } from '../clock.ts'
import { type Database, inBatches } from '../database/index.ts'
import { defineJob, noPayload } from '../jobs/index.ts'
import { forgetMails } from './mail-store.ts'

/** How long it is remembered how a mail ended. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000

type Parts = { clock: Clock; database: Database }

/** Deletes what is known of mails that ended a month ago. */
export const forgetMailsJob = defineJob('forget-mails', noPayload, ({ clock, database }: Parts) => {
  const before = new Date(clock.now().getTime() - rememberedMs)
  return inBatches((limit) => forgetMails(database, before, limit))
})
