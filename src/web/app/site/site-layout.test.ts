import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { linksNamed, renderPage } from '../../testing/render-page.ts'
import { AccountMenu, SiteFooter, TopBar } from './site-layout.tsx'

const renderMenu = (fullName: string) =>
  renderPage(
    createElement(AccountMenu, {
      user: { id: '1', email: 'ada.lovelace@example.org', emailVerified: true, isKept: false, fullName },
    }),
  )

describe('the top bar', () => {
  it("has, logged out, a brand link to /, 'Log in' to /login and 'Sign up' to /register (PUBLIC-2)", () => {
    expect(renderPage(createElement(TopBar)).links).toEqual([
      { text: 'Assent', to: '/' },
      { text: 'Log in', to: '/login' },
      { text: 'Sign up', to: '/register' },
    ])
  })

  it("has, logged in, a dropdown labelled with the full name, its entries 'Dashboard' and 'Settings', and 'Log Out' (PUBLIC-3)", () => {
    const menu = renderMenu('Ada Lovelace')
    expect(menu.text).toBe('Ada Lovelace Dashboard Settings Log Out')
    expect(menu.links).toEqual([
      { text: 'Dashboard', to: '/dashboard' },
      { text: 'Settings', to: '/settings' },
    ])
  })

  it('labels the dropdown with the part of the email before the @ when there is no full name (PUBLIC-3)', () => {
    expect(renderMenu('').text).toMatch(/^ada\.lovelace Dashboard/)
  })
})

describe('the footer', () => {
  const footer = renderPage(createElement(SiteFooter))

  it('has a Features column, a Company column and a Contact column (PUBLIC-9)', () => {
    expect(footer.text).toMatch(
      /Features Age Verification Person Verification Company About Privacy Terms Contact/,
    )
    expect(linksNamed(footer, 'Age Verification')).toEqual(['/age-confirmation'])
    expect(linksNamed(footer, 'Person Verification')).toEqual(['/person-verification'])
    expect(linksNamed(footer, 'About')).toEqual(['/about'])
    expect(linksNamed(footer, 'Privacy')).toEqual(['/privacy'])
    expect(linksNamed(footer, 'Terms')).toEqual(['/terms'])
  })

  it('writes to the support address (PUBLIC-9)', () => {
    expect(linksNamed(footer, '__SUPPORT_EMAIL__')).toEqual(['mailto:__SUPPORT_EMAIL__'])
  })
})
