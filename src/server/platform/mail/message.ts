import type { SendMailOptions } from 'nodemailer'
import { productName } from '../../../domain/product.ts'
import type { Mail } from './mail.ts'
import { isMailAddress } from './mail-address.ts'
import { markAttachment, markUrl } from './mark.ts'

/** Who sends, and where answers go. */
export type Sender = {
  /** An address, or a name with one in angle brackets. */
  from: string
  supportEmail: string
}

export type MessageContext = Sender & { now: Date; id: string }

/**
 * The mail as what nodemailer sends (RFC 5322). Throws on a recipient that is not one plain address and on a subject with a control
 * character, so that nothing a person typed can become a header or a second recipient.
 */
export function toMessage(mail: Mail, { from, supportEmail, now, id }: MessageContext): SendMailOptions {
  if (!isMailAddress(mail.to)) throw new Error('the recipient is not a plain mail address')
  if (/\p{Cc}/u.test(mail.subject)) throw new Error('the subject contains a control character')
  return {
    from: from.includes('<') ? from : { name: productName, address: from },
    ...(mail.isAnswerable ? { replyTo: { name: productName, address: supportEmail } } : {}),
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: isSevenBit(mail.text) ? { raw: writeUnencodedPart(mail.text) } : mail.text,
    html: mail.html,
    attachments: mail.html.includes(markUrl) ? [markAttachment] : [],
    date: now,
    messageId: `<${id}@${getHost(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The bytes of the message, with CRLF line ends. */
export async function writeRawMessage(message: SendMailOptions): Promise<Uint8Array> {
  const { createTransport } = await import('nodemailer')
  const { message: raw } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(message)
  if (!(raw instanceof Uint8Array)) throw new Error('the message was not rendered into a buffer')
  return raw
}

/** The text part as it is, so that a person can read the file and a link stays in one piece. */
function writeUnencodedPart(text: string): string {
  const headers = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit']
  return `${headers.join('\r\n')}\r\n\r\n${text.replaceAll(/\r?\n/g, '\r\n')}`
}

/** Whether a text may travel unencoded (RFC 2045, section 2.7). */
function isSevenBit(text: string): boolean {
  return /^[\t\r\n\x20-\x7e]*$/.test(text) && text.split('\n').every((line) => line.length <= 990)
}

function getHost(from: string): string {
  return /@([^\s>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}
