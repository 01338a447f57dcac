import { randomUUID } from 'node:crypto'
import type { Transporter } from 'nodemailer'
import type { Clock } from '../clock.ts'
import type { Logger } from '../logging/index.ts'
import type { HandOver, Mailer } from './mail.ts'
import { type Sender, toMessage } from './message.ts'

export type SmtpMailerOptions = Sender & {
  /** `smtp://` or `smtps://`, with user and password if the server asks for them. */
  smtpUrl: string
  clock: Clock
  logger: Logger
  /** How long one hand-over may take in all, however slowly the server goes on answering. */
  limitMs?: number
}

/** Hands mails to an SMTP server (RFC 5321), one connection each; STARTTLS when the server offers it. */
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
    async send(mail, options = {}) {
      const message = toMessage(mail, {
        from,
        supportEmail,
        now: clock.now(),
        id: options.id ?? randomUUID(),
      })
      try {
        transport ??= connect()
        await (await transport).sendMail({ ...message, signal: AbortSignal.timeout(limitMs) })
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
 * What a server's answer says for good; null when another time may go better. An address is refused by a 5xx to its RCPT, unless the reason
 * is a policy (RFC 3463, x.7.x: no relaying, log in first): that is said to the operator, not of the address. There is no such mailbox where
 * the reason says so (RFC 3463, x.1.x, and RFC 7505); a bare 550 can mean anything. Refusals of the sender or the
 * login are the operator's to mend, too.
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

/** Whether a server asked to wait with this mail, which says nothing of others: a full mailbox, greylisting. 421 and x.3.x (RFC 3463) are of all. */
function isOfOneMail(error: unknown): boolean {
  const { responseCode, command, response } = error as Record<string, unknown>
  if (typeof responseCode !== 'number' || responseCode >= 500 || responseCode === 421) return false
  return (command === 'RCPT TO' || command === 'DATA') && !/^\d{3}[ -]4\.3\./.test(String(response))
}

/** Without the text, which may quote an address. */
function toFields(error: unknown): Record<string, unknown> {
  const { code, responseCode } = error as Record<string, unknown>
  return { code, responseCode }
}
