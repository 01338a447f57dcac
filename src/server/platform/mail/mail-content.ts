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
}
