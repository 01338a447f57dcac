import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { LanguageTag } from '../../../domain/language.ts'
import { productName } from '../../../domain/product.ts'
import frameWords from '../../../words/en/mail-frame.ts'
import type { Clock } from '../clock/index.ts'
import { type Database, runInBatches, type Transaction } from '../database/index.ts'
import {
  type Duty,
  defineJob,
  type Job,
  type Jobs,
  type JobType,
  noPayload,
  readPayload,
  UnreadablePayload,
} from '../jobs/index.ts'
import { speakIn } from '../language/index.ts'
import type { Logger } from '../logging/index.ts'
import type { Mail, MailContent, Mailer, Recipient } from './mail.ts'
import { renderPart, renderSheet } from './mail-sheet.ts'
import {
  beginTry,
  type DueMail,
  endMail,
  forgetMails,
  insertMail,
  listMailsWithoutJob,
  listUnknown,
  type MailOutcome,
  nameMailKey,
  selectUnended,
} from './mail-store.ts'

export {
  askedMails,
  describeMoment,
  type HandOver,
  isMailAddress,
  limitMailbox,
  type Mail,
  type MailContent,
  type Mailer,
  markMailbox,
  type Outbox,
  type OutboxMail,
  type Recipient,
  strangersMails,
  toMailbox,
  withInlineMark,
} from './mail.ts'

export {
  cancelMails,
  countLostMails,
  deleteGivenUpMails,
  findLastAnswer,
  forgetMailsAbout,
  forgetMailsFor,
  type KnownMail,
  type LostMails,
  listMailsAbout,
  listMailsFor,
  type MailOutcome,
  type MailProgress,
  retryMails,
  selectNewestMail,
} from './mail-store.ts'

export {
  createOutboxMailer,
  createSmtpMailer,
  type OutboxMailerOptions,
  type SmtpMailerOptions,
} from './mailers.ts'

/** How long an unaccepted mail is retried (RFC 5321, section 4.5.4.1: at least 4 days). */
const retryPeriodMs = 4 * 24 * 60 * 60 * 1000

type MailParts = {
  clock: Clock
  database: Database
  logger: Logger
  mailer: Mailer
  /**
   * Called for an address that doesn't exist according to the mail server, in the transaction that records the mail's
   * outcome.
   */
  noteRefusedAddress?(tx: Transaction, refused: { address: string; triedAt: Date; now: Date }): Promise<void>
}

/** A type of mail: the name of its job, and the data to write it. */
type MailType<Content> = { name: string; content: z.ZodType<Content> }

const reference = z.object({ mailId: z.string() })

/** The type of the job that sends an already stored mail. */
function makeMailJobType(name: string): JobType<z.infer<typeof reference>> {
  return { name, schema: reference }
}

type Sending<Content, Parts> = {
  /** Writes the mail when it is sent, to the account for which it was queued; null when it is no longer needed. */
  write(parts: Parts, content: Content, to: Pick<DueMail, 'accountId'>): Promise<Mail | null>
  /** The outcome to record for a mail that is needed but withheld without its sender noticing; null to send it. */
  findWithheldOutcome?(parts: Parts, content: Content): Promise<MailOutcome | null>
  /** Runs in the transaction that records the mail's outcome; rolled back when the mail had already ended. */
  onEnded?(
    parts: Parts,
    tx: Transaction,
    mail: { verificationId: string; outcome: MailOutcome; content: Content },
  ): Promise<void>
}

/**
 * Defines a type of mail for `queueMail`, and its job. A mail is retried until the server accepts it, refuses it
 * permanently, or has not accepted it for four days. An interrupted try is repeated under the same Message-ID.
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
  if (!due) return removeUnknown(parts, [id])
  const content = await readContent(parts, type, due)
  const mail = await sending.write(parts, content, due)
  const triedAt = clock.now()
  const withheld = mail && (await sending.findWithheldOutcome?.(parts, content))
  const handedOver = mail === null ? 'not_needed' : await handOver(parts, due, withheld ?? mail)
  const isRefused = handedOver === 'no_such_mailbox'
  const outcome = isRefused ? 'address_refused' : handedOver
  const { verificationId } = due
  const ending = database.transaction(async (tx) => {
    if (mail && isRefused)
      await parts.noteRefusedAddress?.(tx, { address: mail.to, triedAt, now: clock.now() })
    // The subject of the mail is locked before the mail: cancelling mails locks in the same order, and two orders would
    // deadlock.
    if (verificationId) await sending.onEnded?.(parts, tx, { verificationId, outcome, content })
    if (!(await endMail(tx, id, outcome, clock.now()))) throw new EndedBefore()
  })
  await ending.catch(async (error: unknown) => {
    if (!(error instanceof EndedBefore)) throw error
    await removeUnknown(parts, [id])
  })
}

/** Removes the files of deleted mails: their recipient was erased while the files were written. */
async function removeUnknown(
  { database, mailer }: Pick<MailParts, 'database' | 'mailer'>,
  ids: readonly string[],
): Promise<void> {
  if (mailer.outbox) await mailer.outbox.removeSent(await listUnknown(database, ids))
}

/** Rolls back the recording for a mail that had already ended, or was cancelled in the meantime. */
class EndedBefore extends Error {}

/** Gives up a mail with an unreadable payload, so that no sweep retries it, and rethrows. */
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

/** @param mail the mail to send, or the outcome to record when it is withheld */
async function handOver(
  { clock, logger, mailer }: MailParts,
  due: DueMail,
  mail: Mail | MailOutcome,
): Promise<MailOutcome | 'no_such_mailbox'> {
  try {
    if (typeof mail === 'string') {
      await mailer.withhold?.()
      return mail
    }
    // The number comes first, so that mails of the same moment sort in order. The id prevents a Message-ID that another
    // installation also uses.
    const id = `${String(due.number).padStart(8, '0')}-${due.id}`
    return await mailer.send(mail, { id, isRepeat: due.tries > 1 })
  } catch (error) {
    if (clock.now().getTime() - due.queuedAt.getTime() < retryPeriodMs) throw error
    logger.error({ mailId: due.id }, 'gave up a mail after days without acceptance')
    return 'gave_up'
  }
}

type MailAbout = { verificationId?: string | null; accountId?: string | null }

/**
 * Queues a mail, which is sent after the transaction commits.
 *
 * @param content the data to write it, without a token or a code
 * @param about.verificationId the verification, when it depends on the mail's outcome
 * @param about.accountId the account of the mail's recipient; absent for other recipients
 */
export async function queueMail<Content>(
  { clock, jobs }: { clock: Clock; jobs: Jobs },
  tx: Transaction,
  type: MailType<Content>,
  content: NoInfer<Content>,
  { verificationId = null, accountId = null }: MailAbout = {},
): Promise<void> {
  const id = randomUUID()
  const payload = readPayload(type.name, type.content, content)
  await insertMail(tx, { id, task: type.name, payload, verificationId, accountId, queuedAt: clock.now() })
  await jobs.enqueue(tx, makeMailJobType(type.name), { mailId: id }, { key: nameMailKey(id) })
}

/** Between the languages of a plain text. */
const betweenLanguages = '* * *'

/**
 * Renders a mail to one person, in each of their languages: HTML that mail clients support, and the same words as plain
 * text. The subject is in the first language.
 *
 * @param write writes the content in the language in which it is called
 */
export function renderMail({ email, languages }: Recipient, write: () => MailContent): Mail {
  const render = (language: LanguageTag) =>
    speakIn(language, () => {
      const content = write()
      return { content, text: writePlainText(content), html: renderPart(content) }
    })
  const [language, ...others] = languages
  const first = render(language)
  const parts = [first, ...others.map(render)]
  const { subject, isAnswerable = false, choicesUrl } = first.content
  const texts = parts.map(({ text }) => text).join(`\n\n${betweenLanguages}\n\n`)
  return {
    to: email,
    subject,
    text: `${texts}\n\n-- \n${productName}\n`,
    html: speakIn(language, () =>
      renderSheet(
        subject,
        parts.map(({ html }) => html),
      ),
    ),
    isAnswerable,
    ...(choicesUrl ? { unsubscribeUrl: choicesUrl } : {}),
  }
}

function writePlainText(content: MailContent): string {
  const { heading, paragraphs, action, code, footnote, reference, choicesUrl } = content
  const parts = [heading, ...paragraphs]
  if (code) parts.push(code)
  if (action) parts.push(`${action.label}:\n${action.url}`)
  parts.push(footnote)
  if (reference) parts.push(frameWords.reference({ reference }))
  if (choicesUrl) parts.push(`${frameWords.choicesAt}\n${choicesUrl}`)
  return parts.join('\n\n')
}

/** Mails that have not ended. */
export const mailsDuty: Duty<{ jobs: Jobs }> = {
  kind: 'mails',
  // A delay of one or two tries is normal and doesn't need an operator's attention.
  overdueAfterMs: 10 * 60_000,
  select: (_, before) => selectUnended(before),
  async enqueueMissing({ jobs }, tx, { before, limit }) {
    const missing = await listMailsWithoutJob(tx, before, limit)
    for (const [task, mails] of Map.groupBy(missing, ({ task }) => task)) {
      await jobs.enqueueAll(
        tx,
        makeMailJobType(task),
        mails.map(({ id }) => ({ payload: { mailId: id }, key: nameMailKey(id) })),
      )
    }
    return missing.length
  },
}

/** Retention of a mail's outcome. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000

type Parts = { clock: Clock; database: Database; mailer: Mailer }

/** Deletes mails that ended a month ago; with an outbox also the files of all unknown mails. */
export const forgetMailsJob = defineJob('forget-mails', noPayload, async (parts: Parts) => {
  const { clock, database, mailer } = parts
  const before = new Date(clock.now().getTime() - rememberedMs)
  await runInBatches(async (limit) => (await forgetMails(database, before, limit)).length)
  await removeUnknown(parts, (await mailer.outbox?.listIds()) ?? [])
})
