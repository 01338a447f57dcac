import { expect, it } from 'vitest'
import { renderMail } from './index.ts'

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
