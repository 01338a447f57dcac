/** One mail to one person. Subjects carry no personal data. */
export type Mail = { to: string; subject: string; text: string; html: string }

export type Mailer = {
  /**
   * Hands the mail over: to SMTP, or as a file into the outbox. Rejects when it was not accepted.
   *
   * With an `id` (of the job that sends it) the mail is handed over at most once: repeating the call after a success does nothing, and so
   * does repeating it after a crash in the middle, when nobody knows whether it left.
   */
  send(mail: Mail, options?: { id?: string }): Promise<void>
  /** Whether mails leave this machine: a real SMTP transport is configured. */
  readonly reachesPeople: boolean
  /** Where the mails are instead, when they do not leave this machine. */
  readonly outbox?: Outbox
}

/** A mail that waits in the outbox folder. `name` is its file's name. */
export type OutboxMail = Mail & { name: string; from: string; sentAt: string }

export type Outbox = {
  /** The newest first, `limit` at most. */
  newest(limit: number): Promise<OutboxMail[]>
  /** Null when there is no such mail. */
  read(name: string): Promise<OutboxMail | null>
}
