import { afterEach, expect, it } from 'vitest'
import { english, switchLanguage } from '../../../words/language.ts'
import { renderMail } from './index.ts'

afterEach(() => switchLanguage(english))

const typed = `"Łucja" <b>O'Neill</b> & sons`

it('escapes user input in every place', () => {
  const { html, text } = renderMail('ann@example.org', {
    subject: typed,
    heading: typed,
    paragraphs: [typed, typed],
    action: { label: typed, url: `https://app.example/?a=1&b=${typed}` },
    code: typed,
    footnote: typed,
    reference: typed,
  })
  expect(html.split('&quot;Łucja&quot; &lt;b&gt;O&#39;Neill&lt;/b&gt; &amp; sons')).toHaveLength(11)
  expect(html).not.toContain('<b>')
  expect(html).toContain('href="https://app.example/?a=1&amp;b=&quot;Łucja')
  expect(text.split(typed)).toHaveLength(9)
})

it('begins its lines on the right in a language from right to left, except in addresses and codes (WORDS-18, WORDS-19)', () => {
  const render = () =>
    renderMail('ann@example.org', {
      subject: 'Subject',
      heading: 'Heading',
      paragraphs: [],
      action: { label: 'Open', url: 'https://app.example/' },
      code: '123456',
      footnote: 'Footnote',
    }).html
  switchLanguage({ ...english, tag: 'he', direction: 'rtl' })
  const html = render()
  for (const element of ['html', 'table'])
    expect(html).toMatch(new RegExp(`<${element} [^>]*lang="he" dir="rtl"`))
  expect(html).toContain('margin-left:10px')
  expect(html).toMatch(/<p dir="ltr"[^>]*text-align:right">123456</)
  expect(html).toMatch(/<p dir="ltr"[^>]*text-align:right"><a href="https:/)
  // Each side is swapped, and nothing else has one.
  const swap = { left: 'right', right: 'left' } as const
  switchLanguage(english)
  const mirrored = render().replace(/\b(left|right)\b/g, (side) => swap[side as 'left' | 'right'])
  expect(mirrored.replaceAll('lang="en" dir="ltr"', 'lang="he" dir="rtl"')).toBe(html)
})
