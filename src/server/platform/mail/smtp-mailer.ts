import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Clock } from '../clock.ts'
import type { Mailer } from './mail.ts'
import { messageOf } from './message.ts'

export type SmtpMailerOptions = {
  /** `smtp://` or `smtps://`, with user and password if the server asks for them. */
  smtpUrl: string
  from: string
  clock: Clock
}

/** Hands mails to an SMTP server (RFC 5321), one connection each; STARTTLS when the server offers it. */
export function createSmtpMailer({ smtpUrl, from, clock }: SmtpMailerOptions): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
  })
  return {
    reachesPeople: true,
    async send(mail, options = {}) {
      await transport.sendMail(messageOf(mail, { from, now: clock.now(), id: options.id ?? randomUUID() }))
    },
  }
}
