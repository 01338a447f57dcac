import { readFileSync } from 'node:fs'
import { domainToASCII } from 'node:url'
import type { SendMailOptions } from 'nodemailer'
import { productName } from '../../../domain/product.ts'
import type { Transaction } from '../database/index.ts'
import type { Signing } from '../keys/index.ts'
import type { RateLimit, RateLimits } from '../rate-limits/index.ts'

/** One mail to one person. Subjects carry no personal data. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Whether replies are read. */
  isAnswerable?: boolean
  /** Where a mail program may unsubscribe its reader in one step (RFC 8058). */
  unsubscribeUrl?: string
}

/**
 * The outcome of a mail that was handed over: accepted by the mail server, or refused for good, either because of its
 * address or because of the mail itself; `no_such_mailbox` where the server says that the address does not exist.
 * Accepted is not delivered: the server may still fail to bring it to the mailbox.
 */
export type HandOver = 'accepted' | 'address_refused' | 'no_such_mailbox' | 'message_refused'

export type Mailer = {
  /**
   * Hands the mail over: to SMTP, or as a file into the outbox, where it counts as accepted once the file is written.
   * Rejects when it is unknown whether it was accepted, or when a retry may succeed.
   *
   * The Message-ID begins with the `id`: repeating a call with a lost outcome gives the same mail, which the outbox
   * keeps once and mailboxes can recognise. Such a call says that it is a repeat.
   */
  send(mail: Mail, options?: { id?: string; isRepeat?: boolean }): Promise<HandOver>
  /**
   * In the place of a mail that its reader does not want, while its sender is not to learn of that: takes as long as the
   * last mail took, and rejects while the server takes no mails. Absent where handing over takes no time.
   */
  withhold?(): Promise<void>
  /** Whether mails leave this machine: a real SMTP transport is configured. */
  readonly reachesPeople: boolean
  /** Where the mails are instead, when they do not leave this machine. */
  readonly outbox?: Outbox
  /** One sentence while the mail server takes no mails from this process; null when it does, or was not asked yet. */
  findWarning?(): string | null
}

/** A mail that waits in the outbox folder. `name` is its file's name. */
export type OutboxMail = Mail & { name: string; from: string; sentAt: string }

export type Outbox = {
  /** The newest first, `limit` at most. */
  listNewest(limit: number): Promise<OutboxMail[]>
  /** Null when there is no such mail. */
  find(name: string): Promise<OutboxMail | null>
  /** The ids under which mails were handed over. */
  listIds(): Promise<string[]>
  /** Removes the mails that were handed over under these ids. */
  removeSent(ids: readonly string[]): Promise<void>
  /** Removes every mail to an address, in upper or lower case. */
  removeTo(address: string): Promise<void>
}

/** The content of a mail, without its form. Paragraphs are plain text. */
export type MailContent = {
  subject: string
  heading: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** A code to type in, shown large. */
  code?: string
  /** Advice for people who did not expect this mail. */
  footnote: string
  /** The reference of the verification that it is about, as its page shows it. */
  reference?: string
  /** Where its reader says that they want no more of these mails, or reports it. */
  choicesUrl?: string
  /** Whether it says that it can be answered; answers go to the support. */
  isAnswerable?: boolean
}

/**
 * Whether a text is exactly one plain address and nothing that a mail header could read as more: no line break or other
 * control character, no comma, no angle bracket, no comment, no white space (RFC 5321 mailbox with a dot-atom local
 * part).
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 320) return false
  return /^[^\s\p{Cc}@<>()[\],;:"\\]+@[^\s\p{Cc}@<>()[\],;:"\\]+$/u.test(text)
}

/** Domains that deliver to the mailboxes of another. */
const otherNames: Record<string, string> = { 'googlemail.com': 'gmail.com' }

/**
 * The mailbox behind an address, for counting only: spellings that end in one mailbox at the great providers count as
 * one. Case, surrounding space, a `+tag` and the dots of the part before the @ make no difference, nor does a domain
 * written in its own script or in ASCII, or by its other name.
 */
export function toMailbox(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(address.trim().normalize('NFKC')) ?? []
  const plain = local.toLowerCase().replace(/\+.*$/s, '').replaceAll('.', '')
  const host = domainToASCII(domain.toLowerCase()) || domain.toLowerCase()
  const named = host.replace(/\.$/, '')
  return `${plain}@${otherNames[named] ?? named}`
}

/** Domains whose mailboxes have the same reader with and without dots. */
const dotless = new Set(['gmail.com'])

/**
 * A keyed hash of the mailbox behind an address, to recognise its reader's wishes by. Unlike `toMailbox` it takes dots
 * for part of the name except where they are not: somebody else's mailbox must not be meant.
 */
export function markMailbox({ computeMark }: Pick<Signing, 'computeMark'>, address: string): string {
  const counted = toMailbox(address)
  const domain = counted.slice(counted.lastIndexOf('@') + 1)
  const [, local = ''] = /^(.*)@[^@]*$/s.exec(address.trim().normalize('NFKC')) ?? []
  const plain = local.toLowerCase().replace(/\+.*$/s, '')
  return computeMark('mailbox', dotless.has(domain) ? counted : `${plain}@${domain}`)
}

const day = 24 * 60 * 60

/**
 * Mails to one mailbox that strangers cause, of all kinds together: invitations, reminders, registrations, changes of
 * address, records.
 */
export const strangersMails: readonly RateLimit[] = [
  { name: 'strangers-mailbox-day', points: 12, seconds: day },
]

const askedInDay: RateLimit = { name: 'asked-mailbox-day', points: 30, seconds: day }

/**
 * Mails to one mailbox by which its reader comes to what is theirs: codes, new passwords, new links to a record.
 * Strangers' mails use up none of them, and what was mailed stays good when they are used up.
 */
export const askedMails: readonly RateLimit[] = [
  { name: 'asked-mailbox', points: 10, seconds: 60 * 60 },
  askedInDay,
]

/**
 * Limit that remains when the daily one is used up: a link to a new password is valid for an hour, so the owner always
 * has one or can get one.
 */
const askedAlways: RateLimit = { name: 'asked-mailbox-always', points: 1, seconds: 60 * 60 }

/**
 * Takes one mail from a mailbox's share, for every sender. With a transaction the share is taken if that commits, and
 * other mails to the same mailbox wait for it. The narrowest limit comes first.
 *
 * All spellings of a mailbox share one share. An address that was proven to be its account's `own` has a share of its
 * own for its exact spelling: the other spellings do not use it up, and adding to such shares takes reading the
 * mailbox.
 */
export async function limitMailbox(
  { rateLimits }: { rateLimits: RateLimits },
  limits: readonly RateLimit[],
  address: string,
  { tx, own = false }: { tx?: Transaction; own?: boolean } = {},
): ReturnType<RateLimits['consume']> {
  const mailbox = own ? `own ${address}` : toMailbox(address)
  let taken = { allowed: true, retryAfterSeconds: 0, points: 0 }
  for (const limit of limits) {
    taken = await rateLimits.consume(limit, mailbox, tx)
    if (!taken.allowed) return limit === askedInDay ? rateLimits.consume(askedAlways, mailbox, tx) : taken
  }
  return taken
}

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** An instant in a mail, in a form that is clear in every time zone. */
export function describeMoment(at: Date): string {
  return `${format.format(at)} UTC`
}

/** Sender, and the address for answers. */
export type Sender = {
  /** An address, or a name with one in angle brackets. */
  from: string
  supportEmail: string
}

type MessageContext = Sender & { now: Date; id: string }

/**
 * The mail as what nodemailer sends (RFC 5322). Throws on a recipient that is not one plain address and on a subject
 * with a control character, so that nothing a person typed can become a header or a second recipient.
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
    headers: { 'Auto-Submitted': 'auto-generated', ...writeUnsubscribing(mail) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Headers by which mail programs offer to unsubscribe (RFC 2369, RFC 8058): a POST to the address does it. */
function writeUnsubscribing({ unsubscribeUrl }: Mail): Record<string, string> {
  if (!unsubscribeUrl) return {}
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
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

/** The text part unencoded, so that a person can read the file and a link stays in one piece. */
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

const contentId = 'mark'

/** How a mail's HTML refers to the product's logo, which is attached: reading it loads nothing from the network. */
export const markUrl = `cid:${contentId}`

const content = readFileSync(new URL('./mark.png', import.meta.url))

/** The sign as the attachment that `markUrl` names. */
const markAttachment = {
  cid: contentId,
  filename: 'mark.png',
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  content,
}

/** HTML that shows the sign where no mail program resolves attachments. */
export function withInlineMark(html: string): string {
  return html.replaceAll(markUrl, `data:image/png;base64,${content.toString('base64')}`)
}
