import { productName } from '../../../domain/product.ts'
import frameWords from '../../../words/en/mail-frame.ts'
import type { Mail } from './mail.ts'
import type { MailContent } from './mail-content.ts'
import { renderSheet } from './mail-sheet.ts'

/** The content as a mail to one person: HTML that mail programs understand, and the same words as plain text. */
export function renderMail(to: string, content: MailContent): Mail {
  return {
    to,
    subject: content.subject,
    text: writePlainText(content),
    html: renderSheet(content),
    isAnswerable: content.isAnswerable ?? false,
  }
}

function writePlainText({ heading, paragraphs, action, code, footnote, reference }: MailContent): string {
  const parts = [heading, ...paragraphs]
  if (code) parts.push(code)
  if (action) parts.push(`${action.label}:\n${action.url}`)
  parts.push(footnote)
  if (reference) parts.push(frameWords.reference({ reference }))
  return `${[...parts, `-- \n${productName}`].join('\n\n')}\n`
}
