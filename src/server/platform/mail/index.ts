export { defineMail } from './define-mail.ts'
export { createDueMails } from './due-mails.ts'
export { forgetMailsJob } from './forget-mails.ts'
export { askedMails, limitMailbox, strangersMails } from './limit-mailbox.ts'
export type { HandOver, Mail, Mailer, Outbox, OutboxMail } from './mail.ts'
export { isMailAddress } from './mail-address.ts'
export type { MailContent } from './mail-content.ts'
export {
  callOffMails,
  countLostMails,
  dropGivenUp,
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
export { withInlineMark } from './mark.ts'
export { describeMoment } from './moment-words.ts'
export { createOutboxMailer, type OutboxMailerOptions } from './outbox-mailer.ts'
export { queueMail } from './queue-mail.ts'
export { renderMail } from './render-mail.ts'
export { createSmtpMailer, type SmtpMailerOptions } from './smtp-mailer.ts'
export { toMailbox } from './to-mailbox.ts'
