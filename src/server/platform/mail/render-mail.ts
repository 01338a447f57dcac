import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { render } from '@react-email/render'
import { Text } from '@react-email/text'
import { type CSSProperties, createElement as h, type ReactElement } from 'react'
import { productName } from '../../../domain/product.ts'
import type { Mail } from './mail.ts'
import type { MailContent } from './mail-content.ts'

const ink = '#1f2933'
const quiet = '#52606d'
const accent = '#1d4ed8'

const styles = {
  body: {
    backgroundColor: '#f4f5f7',
    fontFamily: 'Helvetica, Arial, sans-serif',
    margin: 0,
    padding: '24px 0',
  },
  sheet: { backgroundColor: '#ffffff', borderRadius: 8, maxWidth: 520, padding: 32 },
  brand: { color: quiet, fontSize: 14, margin: 0 },
  heading: { color: ink, fontSize: 22, lineHeight: '30px', margin: '16px 0' },
  text: { color: ink, fontSize: 16, lineHeight: '24px', margin: '0 0 16px' },
  button: { backgroundColor: accent, borderRadius: 6, color: '#ffffff', fontSize: 16, padding: '12px 20px' },
  code: { color: ink, fontSize: 32, letterSpacing: 6, margin: '0 0 16px', fontFamily: 'monospace' },
  link: { color: accent, wordBreak: 'break-all' },
  rule: { borderColor: '#e4e7eb', margin: '24px 0 16px' },
  small: { color: quiet, fontSize: 14, lineHeight: '20px', margin: '0 0 8px' },
} satisfies Record<string, CSSProperties>

/** The content as a mail to one person: HTML that mail programs understand, and the same words as plain text. */
export async function renderMail(to: string, content: MailContent): Promise<Mail> {
  return { to, subject: content.subject, text: plainText(content), html: await render(sheet(content)) }
}

function sheet({ heading, paragraphs, action, code, footnote }: MailContent): ReactElement {
  return h(
    Html,
    { lang: 'en', dir: 'ltr' },
    h(Head),
    h(
      Body,
      { style: styles.body },
      h(
        Container,
        { style: styles.sheet },
        h(Text, { style: styles.brand }, productName),
        h(Heading, { as: 'h1', style: styles.heading }, heading),
        ...paragraphs.map((paragraph, index) => h(Text, { key: index, style: styles.text }, paragraph)),
        code && h(Text, { style: styles.code }, code),
        action && h(Button, { href: action.url, style: styles.button }, action.label),
        h(Hr, { style: styles.rule }),
        action && h(Text, { style: styles.small }, 'If the button does not work, open this address:'),
        action &&
          h(Text, { style: styles.small }, h(Link, { href: action.url, style: styles.link }, action.url)),
        h(Text, { style: styles.small }, footnote),
      ),
    ),
  )
}

function plainText({ heading, paragraphs, action, code, footnote }: MailContent): string {
  const parts = [heading, ...paragraphs]
  if (code) parts.push(code)
  if (action) parts.push(`${action.label}:\n${action.url}`)
  return `${[...parts, footnote, `-- \n${productName}`].join('\n\n')}\n`
}
