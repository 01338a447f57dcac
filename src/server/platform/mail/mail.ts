/** One mail to one person. Subjects carry no personal data. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Whether answers are to reach somebody. */
  isAnswerable?: boolean
}

/**
 * What became of a mail that was handed over: accepted by the mail server, or refused for good, either because of its address or because of
 * the mail itself; `no_such_mailbox` where the server says of the address that there is none. Accepted is not delivered: the server may still fail to bring it to the mailbox.
 */
export type HandOver = 'accepted' | 'address_refused' | 'no_such_mailbox' | 'message_refused'

export type Mailer = {
  /**
   * Hands the mail over: to SMTP, or as a file into the outbox, where it counts as accepted once the file is written. Rejects when it is not
   * known whether it was accepted, or when it may be another time.
   *
   * The Message-ID begins with the `id`: repeating a call whose end nobody saw gives the same mail, which the outbox keeps once and
   * mailboxes can tell. Such a call says that it is a repeat.
   */
  send(mail: Mail, options?: { id?: string; isRepeat?: boolean }): Promise<HandOver>
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
  /** Removes the mails that were handed over under these ids. */
  removeSent(ids: readonly string[]): Promise<void>
  /** Removes every mail to an address, in whatever case. */
  removeTo(address: string): Promise<void>
}
