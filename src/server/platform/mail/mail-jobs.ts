import type { JobHandlers } from '../jobs/jobs.ts'
import type { Mailer } from './mail.ts'

/** The job behind `jobs.enqueue(tx, 'send-mail', mail)`, for mails that carry no secret: the queue stores them as they are. */
export function mailJobs(mailer: Mailer): JobHandlers {
  return {
    'send-mail': async ({ to, subject, text, html }, { id }) => {
      if (
        typeof to !== 'string' ||
        typeof subject !== 'string' ||
        typeof text !== 'string' ||
        typeof html !== 'string'
      )
        throw new Error('the job is not a mail')
      await mailer.send({ to, subject, text, html }, { id: `job-${id}` })
    },
  }
}
