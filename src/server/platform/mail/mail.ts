/** One mail to one person. Subjects carry no personal data. */
export type Mail = { to: string; subject: string; text: string; html: string }

export type Mailer = {
  /** Hands the mail over: to SMTP, or as a file into the outbox. Rejects when it was not accepted. */
  send(mail: Mail): Promise<void>
  /** Whether mails leave this machine: a real SMTP transport is configured. */
  readonly reachesPeople: boolean
}
