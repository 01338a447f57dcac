import { readFileSync } from 'node:fs'
import { domainToASCII } from 'node:url'
import type { SendMailOptions } from 'nodemailer'
import type { LanguageTag } from '../../../domain/language.ts'
import { productName } from '../../../domain/product.ts'
import { readLanguage } from '../../../words/language.ts'
import type { Transaction } from '../database/index.ts'
import type { Signing } from '../keys/index.ts'
import type { RateLimit, RateLimits } from '../rate-limits/index.ts'

/** One mail to one person. Subjects contain no personal data. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Whether replies are read. */
  isAnswerable?: boolean
  /** The URL at which a mail client may unsubscribe the recipient in one step (RFC 8058). */
  unsubscribeUrl?: string
}

/** A person with the languages of a mail to them: it is written in each, one below the other. */
export type Recipient = { email: string; languages: readonly [LanguageTag, ...LanguageTag[]] }

/**
 * The outcome of handing over a mail: accepted by the mail server, or refused permanently, either because of its
 * address or because of the mail itself; `no_such_mailbox` when the server says that the address doesn't exist.
 * Accepted doesn't mean delivered: the server may still fail to deliver it.
 */
export type HandOver = 'accepted' | 'address_refused' | 'no_such_mailbox' | 'message_refused'

export type Mailer = {
  /**
   * Hands the mail over to SMTP, or writes it as a file into the outbox, where it counts as accepted once the file is
   * written. Rejects when it is unknown whether the mail was accepted, or when a retry may succeed.
   *
   * The Message-ID begins with `id`. Repeating a call whose outcome was lost gives the same mail, which the outbox
   * stores once and mailboxes can recognise. `isRepeat` marks such a call.
   */
  send(mail: Mail, options?: { id?: string; isRepeat?: boolean }): Promise<HandOver>
  /**
   * Replaces `send` for a mail that its recipient doesn't want, without its sender noticing: takes as long as the last
   * mail took, and rejects while the server accepts no mails. Before the first mail it connects to the server. Absent
   * when handing over takes no time.
   */
  withhold?(): Promise<void>
  /** Whether mails leave this machine: an SMTP server is configured. */
  readonly reachesPeople: boolean
  /** Holds the mails when they don't leave this machine. */
  readonly outbox?: Outbox
  /**
   * One sentence while the mail server accepts no mails from this process; null when it does, or before the first mail.
   */
  findWarning?(): string | null
}

/** A mail in the outbox folder. `name` is the name of its file. */
export type OutboxMail = Mail & { name: string; from: string; sentAt: string }

export type Outbox = {
  /** The newest mails first, at most `limit`. */
  listNewest(limit: number): Promise<OutboxMail[]>
  /** Null when there is no mail with this name. */
  find(name: string): Promise<OutboxMail | null>
  /** The ids under which mails were handed over. */
  listIds(): Promise<string[]>
  /** Removes the mails that were handed over under these ids. */
  removeSent(ids: readonly string[]): Promise<void>
  /** Removes every mail to an address; case-insensitive. */
  removeTo(address: string): Promise<void>
}

/** The content of a mail without its layout. Paragraphs are plain text. */
export type MailContent = {
  subject: string
  heading: string
  paragraphs: string[]
  action?: { label: string; url: string }
  code?: string
  /** Advice for people who didn't expect this mail. */
  footnote: string
  /** The reference of the verification, as its page shows it. */
  reference?: string
  /** The URL at which the recipient can stop these mails or report one. */
  choicesUrl?: string
  /** Whether the mail says that it can be answered; answers go to support. */
  isAnswerable?: boolean
}

/**
 * Whether a text is exactly one plain address and contains nothing that a mail header could read as more: no line break
 * or other control character, no comma, no angle bracket, no comment, no white space (RFC 5321 mailbox with a dot-atom
 * local part).
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 320) return false
  return /^[^\s\p{Cc}@<>()[\],;:"\\]+@[^\s\p{Cc}@<>()[\],;:"\\]+$/u.test(text)
}

/** Domains that deliver to the mailboxes of another domain. */
const otherNames: Record<string, string> = { 'googlemail.com': 'gmail.com' }

/**
 * Normalises an address to its mailbox, for counting only: spellings that reach one mailbox at the large providers
 * count as one. Ignores case, surrounding space, a `+tag` and the dots of the local part. A domain counts the same in
 * its own script, in ASCII, and by its alias.
 */
export function toMailbox(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(address.trim().normalize('NFKC')) ?? []
  const plain = local.toLowerCase().replace(/\+.*$/s, '').replaceAll('.', '')
  const host = domainToASCII(domain.toLowerCase()) || domain.toLowerCase()
  const named = host.replace(/\.$/, '')
  return `${plain}@${otherNames[named] ?? named}`
}

/** Domains that ignore dots in the local part. */
const dotless = new Set(['gmail.com'])

/**
 * A keyed hash of the mailbox behind an address, for recognising its reader's choices. Unlike `toMailbox` it keeps
 * dots, except at domains that ignore them: it must never match another person's mailbox.
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
 * The limit on mails to one mailbox that strangers trigger, of all kinds together: invitations, reminders,
 * registrations, address changes, records.
 */
export const strangersMails: readonly RateLimit[] = [
  { name: 'strangers-mailbox-day', points: 12, seconds: day },
]

const askedInDay: RateLimit = { name: 'asked-mailbox-day', points: 30, seconds: day }

/**
 * The limit on mails to one mailbox that give its reader access: codes, new passwords, new links to a record. Mails
 * triggered by strangers don't count towards it, and links and codes already sent stay valid when it is reached.
 */
export const askedMails: readonly RateLimit[] = [
  { name: 'asked-mailbox', points: 10, seconds: 60 * 60 },
  askedInDay,
]

/**
 * The limit that remains when the daily one is used up: a link to a new password is valid for an hour, so the owner
 * always has one or can get one.
 */
const askedAlways: RateLimit = { name: 'asked-mailbox-always', points: 1, seconds: 60 * 60 }

/**
 * Consumes one mail of a mailbox's limits, for all senders together. With a transaction it is consumed if the
 * transaction commits, and other mails to the same mailbox wait for it. The narrowest limit comes first.
 *
 * All spellings of a mailbox share their limits. An address that was proven to be its account's `own` has separate
 * limits for its exact spelling: the other spellings don't use them up, and only a reader of the mailbox can add one.
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

const momentStyle = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const

/** Formats an instant for a mail in the current language, in a form that is clear in every time zone. */
export function describeMoment(at: Date): string {
  return `${new Intl.DateTimeFormat(readLanguage().locale, momentStyle).format(at)} UTC`
}

export type Sender = {
  /** An address, or a name followed by an address in angle brackets. */
  from: string
  supportEmail: string
}

type MessageContext = Sender & { now: Date; id: string }

/**
 * Converts the mail to nodemailer's options (RFC 5322). Throws when the recipient isn't one plain address, or when the
 * subject has a control character, so that user input can't become a header or a second recipient.
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

/** Headers that let mail clients offer to unsubscribe with a POST to the URL (RFC 2369, RFC 8058). */
function writeUnsubscribing({ unsubscribeUrl }: Mail): Record<string, string> {
  if (!unsubscribeUrl) return {}
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** The bytes of the message, with CRLF line endings. */
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

/** Writes the text part unencoded, so that a person can read the file and links aren't broken. */
function writeUnencodedPart(text: string): string {
  const headers = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit']
  return `${headers.join('\r\n')}\r\n\r\n${text.replaceAll(/\r?\n/g, '\r\n')}`
}

/** Whether a text can be sent unencoded (RFC 2045, section 2.7). */
function isSevenBit(text: string): boolean {
  return /^[\t\r\n\x20-\x7e]*$/.test(text) && text.split('\n').every((line) => line.length <= 990)
}

function getHost(from: string): string {
  return /@([^\s>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}

const contentId = 'mark'

/**
 * The URL of the product's logo in a mail's HTML. The logo is attached, so that reading a mail loads nothing from the
 * network.
 */
export const markUrl = `cid:${contentId}`

const content = readFileSync(new URL('./mark.png', import.meta.url))

/** The logo as the attachment that `markUrl` names. */
const markAttachment = {
  cid: contentId,
  filename: 'mark.png',
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  content,
}

/** HTML with the logo inlined, for display outside a mail client. */
export function withInlineMark(html: string): string {
  return html.replaceAll(markUrl, `data:image/png;base64,${content.toString('base64')}`)
}
