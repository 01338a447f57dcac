import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../database/index.ts'
import type { JobHandlers } from '../jobs/index.ts'
import type { Logger } from '../logging/index.ts'
import type { Mail, Mailer } from './mail.ts'
import { beginTry, type DueMail, endMail, insertMail, type MailOutcome } from './mail-store.ts'

/** How long a mail that nobody takes is tried (RFC 5321, section 4.5.4.1: at least 4 days). */
const patienceMs = 4 * 24 * 60 * 60 * 1000

type Parts = { clock: Clock; database: Database; logger: Logger; mailer: Mailer }

export type MailTask = {
  /** Writes the mail when it is sent; null when nobody needs it any more, such as a code that was asked for at `queuedAt`. */
  write(payload: Record<string, unknown>, queuedAt: Date): Promise<Mail | null>
  /** Joins the transaction that notes how the mail ended. */
  ended?(
    tx: Transaction,
    mail: { verificationId: string; outcome: MailOutcome; payload: Record<string, unknown> },
  ): Promise<void>
}

/**
 * The jobs behind `queueMail`. A mail is tried until the server takes it, refuses it for good, or nobody has taken it for four days; a try
 * that was cut off is one more try, under the same Message-ID.
 */
export function mailJobs(parts: Parts, tasks: Record<string, MailTask>): JobHandlers {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload, { id }) => {
        await sendDue(parts, task, await mailIdOf(parts, name, payload, id))
      },
    ]),
  )
}

async function sendDue(parts: Parts, task: MailTask, id: string): Promise<void> {
  const { clock, database } = parts
  const due = await beginTry(database, id)
  if (!due) return
  const mail = await task.write(due.payload, due.queuedAt)
  const outcome = mail === null ? 'not_needed' : await handOver(parts, due, mail)
  await database.transaction(async (tx) => {
    const isFirst = await endMail(tx, id, outcome, clock.now())
    const { verificationId, payload } = due
    if (isFirst && verificationId) await task.ended?.(tx, { verificationId, outcome, payload })
  })
}

async function handOver({ clock, logger, mailer }: Parts, due: DueMail, mail: Mail): Promise<MailOutcome> {
  try {
    // The number first, so that mails of one moment are in order; the id, so that no other installation's Message-ID is the same.
    const id = `${String(due.number).padStart(8, '0')}-${due.id}`
    return await mailer.send(mail, { id, isRepeat: due.tries > 1 })
  } catch (error) {
    if (clock.now().getTime() - due.queuedAt.getTime() < patienceMs) throw error
    logger.error({ mailId: due.id }, 'a mail that nobody took for days is given up')
    return 'gave_up'
  }
}

/** Jobs that were enqueued before mails had rows say themselves what to send; they get a row now. */
async function mailIdOf(
  { clock, database }: Parts,
  task: string,
  payload: Record<string, unknown>,
  jobId: string,
): Promise<string> {
  const { mailId, verificationId } = payload
  if (typeof mailId === 'string') return mailId
  const id = `job-${jobId}`
  const about = typeof verificationId === 'string' ? verificationId : null
  await insertMail(database, { id, task, payload, verificationId: about, queuedAt: clock.now() })
  return id
}
