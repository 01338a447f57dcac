import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { english } from '../../../words/language.ts'
import { mirrored, speak } from '../../../words/testing/mirrored.ts'
import { renderPage } from '../../testing/render-page.ts'
import AboutPage from './about-page.tsx'
import LegalConsultPage from './legal-consult-page.tsx'
import PrivacyPage from './privacy-page.tsx'
import TermsPage from './terms-page.tsx'

const language = await mirrored()
const note = 'This page is in English only.'
const englishPart = /<(\w+)(?= |>)[^>]*\blang="en" dir="ltr"[^>]*>/

afterEach(() => speak(english))

describe('on a page in another language', () => {
  beforeEach(() => speak(language))

  it.each([
    ['the terms', TermsPage, 'Who may use it'],
    ['the legal consultation', LegalConsultPage, 'Response time'],
  ])('%s stay English, with one line that says so (WORDS-16)', (_, Page, heading) => {
    const { html, text } = renderPage(createElement(Page))
    expect(text.split(note)).toHaveLength(2)
    expect(text).toContain(heading)
    const [before = ''] = html.split(englishPart)
    expect(before).not.toContain(heading)
    // The note itself is in the language of the page.
    expect(html.replace(/<(\w+)(?= |>)[^>]*\blang="en".*?<\/\1>/gs, '')).toContain(note)
  })

  it.each([
    ['the privacy policy', PrivacyPage],
    ['the page about the product', AboutPage],
  ])('%s is in that language (WORDS-16)', (_, Page) => {
    const { html, text } = renderPage(createElement(Page))
    expect(text).not.toContain(note)
    expect(html).not.toMatch(englishPart)
  })
})

it.each([
  ['the terms', TermsPage],
  ['the legal consultation', LegalConsultPage],
])('on an English page %s need no note (WORDS-16)', (_, Page) => {
  expect(renderPage(createElement(Page)).text).not.toContain(note)
})
