import { createElement } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../../testing/render-page.ts'
import { LanguageChoice } from './language-choice.tsx'

it('is a select with a name in the language of the page, and options in their own (WORDS-11)', () => {
  const { html } = renderPage(createElement(LanguageChoice))
  expect(html).toContain('<select aria-label="Language"')
  const options = [...html.matchAll(/<option value="(\w+)" lang="(\w+)"( selected="")?>([^<]+)</g)]
  expect(options.map(([, value, lang, , name]) => [value, lang, name])).toEqual(
    expect.arrayContaining([
      ['en', 'en', 'English'],
      ['de', 'de', 'Deutsch'],
      ['ar', 'ar', 'العربية'],
    ]),
  )
  expect(options.filter(([, , , selected]) => selected).map(([, value]) => value)).toEqual(['en'])
})
