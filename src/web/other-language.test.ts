import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { languages } from '../domain/language.ts'
import { productName } from '../domain/product.ts'
import { english } from '../words/language.ts'
import { mirrored, speak } from '../words/testing/mirrored.ts'
import { SiteFooter } from './app/site/site-layout.tsx'
import ForgotPasswordPage from './features/accounts/forgot-password-page.tsx'
import LoginPage from './features/accounts/login-page.tsx'
import RegisterPage from './features/accounts/register-page.tsx'
import LandingPage, { meta } from './features/landing/landing-page.tsx'
import NotFoundPage from './features/not-found/not-found-page.tsx'
import { Layout } from './root.tsx'
import { renderPage } from './testing/render-page.ts'

const language = await mirrored()

beforeEach(() => speak(language))
afterEach(() => speak(english))

/** Removes the texts of that language from a page, innermost first, since one may contain another. */
function beside(text: string): string {
  const less = text.replace(/⟪[^⟪⟫]*⟫/g, ' ')
  return less === text ? text.replace(/\s+/g, ' ').trim() : beside(less)
}

describe('in a right-to-left language', () => {
  it('the document has its language and direction (WORDS-3)', () => {
    expect(Layout({ children: null }).props).toMatchObject({ lang: 'he', dir: 'rtl' })
    speak(english)
    expect(Layout({ children: null }).props).toMatchObject({ lang: 'en', dir: 'ltr' })
  })

  it.each([
    ['the landing page', LandingPage],
    ['the login page', LoginPage],
    ['the page of a forgotten password', ForgotPasswordPage],
    ['the page that is not there', NotFoundPage],
    ['the footer', SiteFooter],
  ])('%s shows all of its texts in it, even when loaded before (WORDS-2)', (_, Page) => {
    const { text } = renderPage(createElement(Page))
    expect(text).toContain('⟪מילים ועוד')
    const own = Object.values(languages).map(({ name }) => name)
    const names = [productName, 'Alex Morgan', 'Hinge', '404', ...own]
    const rest = names.reduce((left, name) => left.replaceAll(name, ''), beside(text))
    expect(rest.replaceAll(/__\w+__/g, '')).not.toMatch(/\p{L}{2}/u)
  })

  it('a form has its labels in it (WORDS-2)', () => {
    const { html } = renderPage(createElement(RegisterPage))
    expect(html).toContain('⟪מילים ועוד Date of birth⟫')
    expect(html).not.toMatch(/>Date of birth</)
  })

  it('a country code in a list keeps its plus sign before it (WORDS-19)', () => {
    expect(renderPage(createElement(RegisterPage)).html).toContain('\u2068+44\u2069 ')
    speak(english)
    expect(renderPage(createElement(RegisterPage)).html).toContain('>+44 United Kingdom<')
  })

  it('the texts for search engines are in it (WORDS-2)', () => {
    expect(JSON.stringify(meta())).toContain(`⟪מילים ועוד ${productName} · Be sure before you meet⟫`)
  })
})
