import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Mail } from './mail.ts'
import { isMailAddress } from './mail-address.ts'

export type MessageContext = { from: string; now: Date; id: string }

/**
 * The mail as what nodemailer sends (RFC 5322). Throws on a recipient that is not one plain address and on a subject with a control
 * character, so that nothing a person typed can become a header or a second recipient.
 */
export function messageOf(mail: Mail, { from, now, id }: MessageContext): SendMailOptions {
  if (!isMailAddress(mail.to)) throw new Error('the recipient is not a plain mail address')
  if (/\p{Cc}/u.test(mail.subject)) throw new Error('the subject contains a control character')
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: now,
    messageId: `<${id}@${hostOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The bytes of the message, with CRLF line ends. */
export async function rawMessage(message: SendMailOptions): Promise<Uint8Array> {
  const { message: raw } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(message)
  if (!(raw instanceof Uint8Array)) throw new Error('the message was not rendered into a buffer')
  return raw
}

function hostOf(from: string): string {
  return /@([^\s>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}
