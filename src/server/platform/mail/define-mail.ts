import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../database/index.ts'
import { defineJob, type Job, type JobType, readPayload, UnreadablePayload } from '../jobs/index.ts'
import type { Logger } from '../logging/index.ts'
import type { Mail, Mailer } from './mail.ts'
import { beginTry, type DueMail, endMail, type MailOutcome } from './mail-store.ts'

/** How long a mail that nobody takes is tried (RFC 5321, section 4.5.4.1: at least 4 days). */
const patienceMs = 4 * 24 * 60 * 60 * 1000

type MailParts = {
  clock: Clock
  database: Database
  logger: Logger
  mailer: Mailer
  /** Is told, in the transaction that notes how the mail ended, of an address that the mail server says is nobody's. */
  noteRefusedAddress?(tx: Transaction, refused: { address: string; triedAt: Date; now: Date }): Promise<void>
}

/** A type of mail: the job that sends it, and what has to be known to write it. */
export type MailType<Content> = { name: string; content: z.ZodType<Content> }

const reference = z.object({ mailId: z.string() })

/** The job that sends a mail which is noted already. */
export function makeMailJobType(name: string): JobType<z.infer<typeof reference>> {
  return { name, schema: reference }
}

type Sending<Content, Parts> = {
  /** Writes the mail when it is sent; null when nobody needs it any more, such as a code that was asked for at `queuedAt`. */
  write(parts: Parts, content: Content, queuedAt: Date): Promise<Mail | null>
  /** Joins the transaction that notes how the mail ended; undone where it had ended before. */
  onEnded?(
    parts: Parts,
    tx: Transaction,
    mail: { verificationId: string; outcome: MailOutcome; content: Content },
  ): Promise<void>
}

/**
 * A type of mail for `queueMail`, and the job behind it. A mail is tried until the server takes it, refuses it for good, or nobody has taken
 * it for four days; a try that was cut off is one more try, under the same Message-ID.
 */
export function defineMail<Content, Parts extends MailParts>(
  name: string,
  content: z.ZodType<Content>,
  sending: Sending<Content, Parts>,
): MailType<Content> & Job<{ mailId: string }, Parts> {
  const type = { name, content }
  const job = defineJob(name, reference, (parts: Parts, { mailId }) => sendDue(parts, type, sending, mailId))
  return { ...job, ...type }
}

async function sendDue<Content, Parts extends MailParts>(
  parts: Parts,
  type: MailType<Content>,
  sending: Sending<Content, Parts>,
  id: string,
): Promise<void> {
  const { clock, database } = parts
  const due = await beginTry(database, id)
  if (!due) return
  const content = await readContent(parts, type, due)
  const mail = await sending.write(parts, content, due.queuedAt)
  const triedAt = clock.now()
  const handedOver = mail === null ? 'not_needed' : await handOver(parts, due, mail)
  const isRefused = handedOver === 'no_such_mailbox'
  const outcome = isRefused ? 'address_refused' : handedOver
  const { verificationId } = due
  const ending = database.transaction(async (tx) => {
    if (mail && isRefused)
      await parts.noteRefusedAddress?.(tx, { address: mail.to, triedAt, now: clock.now() })
    // What the mail is about before the mail: whoever calls mails off holds them in this order, and two orders would wait for each other.
    if (verificationId) await sending.onEnded?.(parts, tx, { verificationId, outcome, content })
    if (!(await endMail(tx, id, outcome, clock.now()))) throw new EndedBefore()
  })
  await ending.catch((error: unknown) => {
    if (!(error instanceof EndedBefore)) throw error
  })
}

/** Undoes what was noted of a mail that had ended before, or was called off meanwhile. */
class EndedBefore extends Error {}

/** Gives up a mail that cannot be read, so that no sweep tries it again, and throws. */
async function readContent<Content>(
  { clock, database }: MailParts,
  { name, content }: MailType<Content>,
  due: DueMail,
): Promise<Content> {
  try {
    return readPayload(name, content, due.payload)
  } catch (error) {
    if (error instanceof UnreadablePayload) await endMail(database, due.id, 'gave_up', clock.now())
    throw error
  }
}

async function handOver(
  { clock, logger, mailer }: MailParts,
  due: DueMail,
  mail: Mail,
): Promise<MailOutcome | 'no_such_mailbox'> {
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
