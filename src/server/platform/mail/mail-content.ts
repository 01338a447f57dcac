/** What a mail says, before it has a form. Paragraphs are plain text. */
export type MailContent = {
  subject: string
  heading: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** A code to type in, shown large. */
  code?: string
  /** What to do when one did not expect this mail. */
  footnote: string
  /** The reference of the verification that it is about, as its page shows it. */
  reference?: string
  /** Whether it says that it can be answered; answers go to the support. */
  isAnswerable?: boolean
}
