import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import type { Clock } from '../clock/index.ts'
import { ignoreMissing, makeFolder, removeUnfinished, writeDurably } from '../files/index.ts'
import type { Logger } from '../logging/index.ts'
import {
  type HandOver,
  type Mailer,
  type Outbox,
  type OutboxMail,
  type Sender,
  toMessage,
  writeRawMessage,
} from './mail.ts'

export type SmtpMailerOptions = Sender & {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  smtpUrl: string
  clock: Clock
  logger: Logger
  /** Time limit for one hand-over in total, however slowly the server answers. */
  limitMs?: number
}

/** Hands mails to an SMTP server (RFC 5321), one connection each, with STARTTLS when the server offers it. */
export function createSmtpMailer({
  smtpUrl,
  from,
  supportEmail,
  clock,
  logger,
  limitMs = 60_000,
}: SmtpMailerOptions): Mailer {
  let transport: Promise<Transporter> | undefined
  async function connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtpUrl,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 30_000,
    })
  }
  let fails = false
  /** Null until the server has answered to a first mail. */
  let lastMs: number | null = null
  function noteWorks() {
    if (fails) logger.info({}, 'the mail server takes mails again')
    fails = false
  }
  function noteFailure(error: unknown) {
    if (!fails) logger.warn(toFields(error), 'the mail server takes no mails')
    fails = true
  }
  return {
    reachesPeople: true,
    findWarning: () =>
      fails
        ? 'The mail server takes no mails. Each is tried again for four days, as long as it is needed.'
        : null,
    async withhold() {
      if (fails) throw new Error('the mail server takes no mails')
      // Right after the start nothing is known of the server, so it is asked.
      transport ??= connect()
      if (lastMs === null) await (await transport).verify()
      else await setTimeout(lastMs)
    },
    async send(mail, options = {}) {
      const message = toMessage(mail, {
        from,
        supportEmail,
        now: clock.now(),
        id: options.id ?? randomUUID(),
      })
      try {
        transport ??= connect()
        const startedAt = performance.now()
        await (await transport).sendMail({ ...message, signal: AbortSignal.timeout(limitMs) })
        lastMs = performance.now() - startedAt
        noteWorks()
        return 'accepted'
      } catch (error) {
        const refusal = findRefusal(error)
        if (refusal) noteWorks()
        else if (!isOfOneMail(error)) noteFailure(error)
        if (refusal) return refusal
        throw error
      }
    },
  }
}

/**
 * The server's final refusal; null when a retry may succeed. A 5xx to RCPT refuses the address, unless the reason is a
 * policy (RFC 3463, x.7.x: no relaying, login required), which concerns the operator and not the address. The mailbox
 * doesn't exist when the reason says so (RFC 3463, x.1.x, and RFC 7505); a bare 550 can mean anything. Refusals of the
 * sender or the login are also for the operator to correct.
 */
function findRefusal(error: unknown): Exclude<HandOver, 'accepted'> | null {
  if (!(error instanceof Error)) return null
  const { responseCode, command, response } = error as Error & Record<string, unknown>
  if (typeof responseCode !== 'number' || responseCode < 500) return null
  const isPolicy = responseCode === 530 || /^\d{3}[ -]5\.7\./.test(String(response))
  if (isPolicy) return null
  if (command === 'RCPT TO')
    return /^\d{3}[ -]5\.1\.(?:0|1|2|3|6|10)\b/.test(String(response)) ? 'no_such_mailbox' : 'address_refused'
  return command === 'DATA' ? 'message_refused' : null
}

/**
 * Whether a server deferred only this mail: a full mailbox, greylisting. 421 and x.3.x (RFC 3463) concern all mails.
 */
function isOfOneMail(error: unknown): boolean {
  const { responseCode, command, response } = error as Record<string, unknown>
  if (typeof responseCode !== 'number' || responseCode >= 500 || responseCode === 421) return false
  return (command === 'RCPT TO' || command === 'DATA') && !/^\d{3}[ -]4\.3\./.test(String(response))
}

/** Omits the text, which may quote an address. */
function toFields(error: unknown): Record<string, unknown> {
  const { code, responseCode } = error as Record<string, unknown>
  return { code, responseCode }
}

export type OutboxMailerOptions = Sender & {
  /** Folder for the `.eml` files; created when missing. */
  folder: string
  clock: Clock
}

const fileName = /^[\w.-]+\.eml$/

/**
 * Writes every mail as a file `{UTC time}-{id}.eml` (RFC 5322) instead of sending it. A file appears complete or not at
 * all, survives a power failure once `send` resolved, and can be read only by this user of the machine.
 */
export function createOutboxMailer({
  folder,
  from,
  supportEmail,
  clock,
}: OutboxMailerOptions): Mailer & { outbox: Outbox } {
  async function find(name: string): Promise<OutboxMail | null> {
    if (!fileName.test(name)) return null
    const bytes = await readFile(join(folder, name)).catch(ignoreMissing)
    if (!bytes) return null
    const { default: PostalMime } = await import('postal-mime')
    const parsed = await PostalMime.parse(bytes)
    return {
      name,
      from: parsed.from?.address ?? '',
      to: parsed.to?.map(({ address }) => address ?? '').join(', ') ?? '',
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: parsed.html ?? '',
      sentAt: parsed.date ?? '',
    }
  }

  async function listNames(): Promise<string[]> {
    const all = (await readdir(folder).catch(ignoreMissing)) ?? []
    return all.filter((name) => fileName.test(name))
  }

  const remove = (name: string) => rm(join(folder, name), { force: true })

  let isTidy = false
  async function makeOutbox(): Promise<void> {
    await makeFolder(folder, 0o700)
    if (!isTidy) await removeUnfinished(folder)
    isTidy = true
  }

  async function isWritten(id: string): Promise<boolean> {
    return (await readdir(folder)).some((name) => name.endsWith(`Z-${id}.eml`))
  }

  return {
    reachesPeople: false,
    async send(mail, options = {}) {
      const now = clock.now()
      const id = options.id ?? randomUUID()
      const bytes = await writeRawMessage(toMessage(mail, { from, supportEmail, now, id }))
      await makeOutbox()
      // An earlier process may have died after writing it and before recording that.
      if (options.isRepeat && (await isWritten(id))) return 'accepted'
      await writeDurably(join(folder, `${now.toISOString().replaceAll(/[:.]/g, '-')}-${id}.eml`), bytes)
      return 'accepted'
    },
    outbox: {
      find,
      async listNewest(limit) {
        const newestFirst = (await listNames()).sort().reverse()
        const mails = await Promise.all(newestFirst.slice(0, limit).map(find))
        return mails.filter((mail) => mail !== null)
      },
      listIds: async () => (await listNames()).map(readMailId).filter((id) => id !== ''),
      async removeSent(ids) {
        const gone = new Set(ids)
        for (const name of await listNames()) if (gone.has(readMailId(name))) await remove(name)
      },
      async removeTo(address) {
        // One at a time, since there may be many.
        for (const name of await listNames()) {
          const mail = await find(name)
          if (mail?.to.toLowerCase() === address.toLowerCase()) await remove(name)
        }
      },
    },
  }
}

/**
 * The id of a mail's row, which follows the time and the mail's number in its file's name; empty for any other name.
 */
function readMailId(name: string): string {
  return /Z-\d+-(.+)\.eml$/.exec(name)?.[1] ?? ''
}
