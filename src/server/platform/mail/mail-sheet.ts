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
import { createElement as h, type ReactElement } from 'react'
import { productName } from '../../../domain/product.ts'
import frameWords from '../../../words/en/mail-frame.ts'
import { readLanguage } from '../../../words/language.ts'
import type { MailContent } from './mail-content.ts'
import { darkSheet, styles } from './mail-styles.ts'
import { markUrl } from './mark.ts'

/** The content as HTML that mail programs understand. */
export function renderSheet(content: MailContent): Promise<string> {
  return render(makeSheet(content))
}

function makeSheet({ heading, paragraphs, action, code, footnote, reference }: MailContent): ReactElement {
  return h(
    Html,
    { lang: readLanguage().tag, dir: readLanguage().direction },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', null, darkSheet),
    ),
    h(
      Body,
      { style: styles.body, className: 'page' },
      h(
        Container,
        { style: styles.sheet, className: 'sheet' },
        h(
          Text,
          { style: styles.brand, className: 'ink' },
          h('img', { src: markUrl, width: 36, height: 36, alt: '', style: styles.mark }),
          productName,
        ),
        h(Heading, { as: 'h1', style: styles.heading, className: 'ink' }, heading),
        ...paragraphs.map((paragraph, index) =>
          h(Text, { key: index, style: styles.text, className: 'ink' }, paragraph),
        ),
        code && h(Text, { style: styles.code, className: 'ink' }, code),
        action && h(Button, { href: action.url, style: styles.button }, action.label),
        h(Hr, { style: styles.rule, className: 'rule' }),
        action && h(Text, { style: styles.small, className: 'quiet' }, frameWords.address),
        action &&
          h(
            Text,
            { style: styles.small },
            h(Link, { href: action.url, style: styles.link, className: 'link' }, action.url),
          ),
        h(Text, { style: styles.small, className: 'quiet' }, footnote),
        reference &&
          h(Text, { style: styles.small, className: 'quiet' }, frameWords.reference({ reference })),
      ),
    ),
  )
}
