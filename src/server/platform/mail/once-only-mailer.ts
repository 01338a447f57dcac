import type { Clock } from '../clock.ts'
import { type Database, sql } from '../database/index.ts'
import type { Logger } from '../logging/logger.ts'
import type { Mailer } from './mail.ts'

/** How long it is remembered that a mail was handed over: far longer than a job is tried. */
const rememberedDays = 30

export type OnceOnlyOptions = { database: Database; clock: Clock; logger: Logger }

/** Gives any mailer the promise of `Mailer.send` about ids. */
export function createOnceOnlyMailer(mailer: Mailer, { database, clock, logger }: OnceOnlyOptions): Mailer {
  async function claim(id: string): Promise<boolean> {
    const now = clock.now()
    const forgotten = new Date(now.getTime() - rememberedDays * 24 * 60 * 60 * 1000)
    await database.run(sql`DELETE FROM mail_handovers WHERE started_at < ${forgotten}`)
    const claimed = await database.run(sql`
      INSERT INTO mail_handovers (mail_id, started_at) VALUES (${id}, ${now}) ON CONFLICT DO NOTHING`)
    return claimed === 1
  }

  return {
    ...mailer,
    async send(mail, options = {}) {
      const { id } = options
      if (id === undefined) return mailer.send(mail)
      if (!(await claim(id))) {
        const earlier = await database.row<{ finished: boolean }>(sql`
          SELECT finished_at IS NOT NULL AS finished FROM mail_handovers WHERE mail_id = ${id}`)
        if (!earlier?.finished)
          logger.warn({ mailId: id }, 'a mail whose hand-over was interrupted is not sent again')
        return
      }
      try {
        await mailer.send(mail, { id })
      } catch (error) {
        await database.run(sql`DELETE FROM mail_handovers WHERE mail_id = ${id} AND finished_at IS NULL`)
        throw error
      }
      await database.run(sql`UPDATE mail_handovers SET finished_at = ${clock.now()} WHERE mail_id = ${id}`)
    },
  }
}
