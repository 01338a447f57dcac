import type { Clock } from '../clock.ts'
import { type Database, inBatches } from '../database/index.ts'
import type { JobHandlers } from '../jobs/index.ts'
import { forgetMails } from './mail-store.ts'

/** How long it is remembered how a mail ended. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000

export const forgetMailsTask = 'forget-mails'

/** `forget-mails` deletes what is known of mails that ended a month ago. */
export function forgetMailsJobs({ clock, database }: { clock: Clock; database: Database }): JobHandlers {
  return {
    [forgetMailsTask]: () => {
      const before = new Date(clock.now().getTime() - rememberedMs)
      return inBatches((limit) => forgetMails(database, before, limit))
    },
  }
}
