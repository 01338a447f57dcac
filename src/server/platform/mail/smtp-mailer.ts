import { randomUUID } from 'node:crypto'
import type { Transporter } from 'nodemailer'
import type { Clock } from '../clock.ts'
import type { HandOver, Mailer } from './mail.ts'
import { type Sender, toMessage } from './message.ts'

export type SmtpMailerOptions = Sender & {
  /** `smtp://` or `smtps://`, with user and password if the server asks for them. */
  smtpUrl: string
  clock: Clock
  /** How long one hand-over may take in all, however slowly the server goes on answering. */
  limitMs?: number
}

/** Hands mails to an SMTP server (RFC 5321), one connection each; STARTTLS when the server offers it. */
export function createSmtpMailer({
  smtpUrl,
  from,
  supportEmail,
  clock,
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
  return {
    reachesPeople: true,
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
        return 'accepted'
      } catch (error) {
        const refusal = findRefusal(error)
        if (refusal) return refusal
        throw error
      }
    },
  }
}

/**
 * What a server's answer says for good; null when another time may go better. An address is refused by a 5xx to its RCPT, unless the reason
 * is a policy (RFC 3463, x.7.x: no relaying, log in first): that is said to the operator, not of the address. Refusals of the sender or the
 * login are the operator's to mend, too.
 */
function findRefusal(error: unknown): Exclude<HandOver, 'accepted'> | null {
  if (!(error instanceof Error)) return null
  const { responseCode, command, response } = error as Error & Record<string, unknown>
  if (typeof responseCode !== 'number' || responseCode < 500) return null
  const isPolicy = responseCode === 530 || /^\d{3}[ -]5\.7\./.test(String(response))
  if (isPolicy) return null
  if (command === 'RCPT TO') return 'address_refused'
  return command === 'DATA' ? 'message_refused' : null
}
