import { productName } from '../../../domain/product.ts'
import frameWords from '../../../words/en/mail-frame.ts'
import type { Mail } from './mail.ts'
import type { MailContent } from './mail-content.ts'

/** The content as a mail to one person: HTML that mail programs understand, and the same words as plain text. */
export async function renderMail(to: string, content: MailContent): Promise<Mail> {
  // React, which draws it, is loaded with the first mail.
  const { renderSheet } = await import('./mail-sheet.ts')
  return {
    to,
    subject: content.subject,
    text: writePlainText(content),
    html: await renderSheet(content),
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
