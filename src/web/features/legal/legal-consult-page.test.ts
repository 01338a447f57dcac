import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { linksNamed, listButtons, renderPage } from '../../testing/render-page.ts'
import LegalConsultPage from './legal-consult-page.tsx'

describe('/legal-consult', () => {
  const page = renderPage(createElement(LegalConsultPage), { path: '/legal-consult' })

  it("shows the legal team's email with a copy button (PUBLIC-13)", () => {
    expect(page.html).toContain('value="__LEGAL_EMAIL__"')
    expect(listButtons(page)).toContain('Copy email')
  })

  it('opens the mail program (PUBLIC-18)', () => {
    expect(linksNamed(page, 'Write an email')).toEqual(['mailto:__LEGAL_EMAIL__'])
  })

  it('has a help list (PUBLIC-13)', () => {
    const items = [...page.html.matchAll(/<li>(.*?)<\/li>/g)].map(([, item]) => item)
    expect(items).toHaveLength(5)
    expect(items).toContain('Pressure, threats or blackmail around a verification')
  })

  it('notes a response within 1 to 2 business days and a fee of £50 to £100 depending on severity (PUBLIC-13)', () => {
    expect(page.text).toContain('We answer within 1 to 2 business days.')
    expect(page.text).toContain('A consultation costs £50 to £100, depending on severity.')
  })

  it('shows that it is protected, and lets a person switch the blocking off to select text (PROTECT-6)', () => {
    expect(page.text).toContain('Allow copying')
  })
})
