import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import words from '../../../words/en/register.ts'
import { linksNamed, listButtons, listLabels, renderPage } from '../../testing/render-page.ts'
import { lockAfterSuccessMs } from './account-form.tsx'
import ForgotPasswordPage from './forgot-password-page.tsx'
import LoginPage from './login-page.tsx'
import RegisterPage, { meta as registerMeta } from './register-page.tsx'
import ResetPasswordPage from './reset-password-page.tsx'

const listOptions = (html: string) =>
  [...html.matchAll(/<option[^>]*value="([^"]*)"[^>]*>(.*?)<\/option>/g)].map(([, value, label]) => [
    value,
    label,
  ])

describe('/login', () => {
  const page = renderPage(createElement(LoginPage), { path: '/login' })

  it('asks for email and password, which can be shown and hidden (SIGNIN-1)', () => {
    expect(listLabels(page)).toEqual(['Email', 'Password'])
    expect(listButtons(page)).toContain('Log In')
    expect(page.html).toContain('aria-label="Show password"')
    expect(page.html).toContain('type="password"')
  })

  it('links to /register and /forgot-password (SIGNIN-1)', () => {
    expect(page.links.map(({ to }) => to)).toEqual(['/forgot-password', '/register'])
  })
})

describe('/register', () => {
  const page = renderPage(createElement(RegisterPage), { path: '/register' })

  it('asks for all the data of an account (SIGNUP-1)', () => {
    expect(listLabels(page)).toEqual([
      'Full name',
      'Email',
      'Password',
      'Date of birth',
      'Sex assigned at birth',
      'Address',
      'Country code',
      'Phone number',
    ])
    expect(listButtons(page)).toContain('Create account')
  })

  it("has a description in a complete sentence, with the right article before the product's name (PAGE-6)", () => {
    expect(registerMeta()).toContainEqual({
      name: 'description',
      content: 'Create an Assent account to make a mutual record of age consent.',
    })
  })

  it('links to /login, /terms and /privacy-policy (SIGNUP-3)', () => {
    expect(linksNamed(page, 'Log in')).toEqual(['/login'])
    expect(linksNamed(page, words.terms)).toEqual(['/terms'])
    expect(linksNamed(page, words.privacy)).toEqual(['/privacy-policy'])
  })

  it('offers the specified sexes and country codes (SIGNUP-2)', () => {
    expect(listOptions(page.html).filter(([value]) => value)).toEqual([
      ['male', 'Male'],
      ['female', 'Female'],
      ['other', 'Other'],
      ['+1', '+1 United States'],
      ['+44', '+44 United Kingdom'],
      ['+91', '+91 India'],
      ['+61', '+61 Australia'],
      ['+49', '+49 Germany'],
      ['+33', '+33 France'],
      ['+86', '+86 China'],
      ['+81', '+81 Japan'],
      ['+234', '+234 Nigeria'],
      ['+27', '+27 South Africa'],
      ['+52', '+52 Mexico'],
      ['+55', '+55 Brazil'],
      ['+971', '+971 UAE'],
      ['+966', '+966 Saudi Arabia'],
      ['+65', '+65 Singapore'],
    ])
  })
})

it('/forgot-password asks only for the email (PASSWORD-6)', () => {
  const page = renderPage(createElement(ForgotPasswordPage), { path: '/forgot-password' })
  expect(listLabels(page)).toEqual(['Email'])
  expect(listButtons(page)).toEqual(['Send Reset Link'])
})

it('/reset-password shows no fields until the link has been checked (PASSWORD-12)', () => {
  const page = renderPage(createElement(ResetPasswordPage), { path: '/reset-password?token_hash=x' })
  expect(listLabels(page)).toEqual([])
  expect(page.text).toContain('Checking your link…')
})

it('login and registration stay locked for 2 s after a success (SIGNIN-4)', () => {
  expect(lockAfterSuccessMs).toBe(2000)
})
