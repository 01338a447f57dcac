import { describe, expect, it } from 'vitest'
import type { SessionCause, SessionUser } from '../api/session-state.ts'
import { findToast } from './session-toast.ts'

const ada = {
  id: '1',
  email: 'ada@example.org',
  emailVerified: true,
  isKept: false,
  fullName: 'Ada Lovelace',
}

const signedIn = (cause: SessionCause, more: Partial<SessionUser> = {}) =>
  findToast({ type: 'signed-in', cause, user: { ...ada, ...more } })

const welcome = {
  kind: 'success',
  title: 'Login successful',
  description: 'Welcome to Assent, Ada.',
}

describe('the toast after a sign-in', () => {
  it.each(['login', 'elsewhere'] as const)(
    "is 'Login successful' with a welcome message that names the product (%s) (PRODUCT-6, SHELL-4)",
    (cause) => {
      expect(signedIn(cause)).toEqual(welcome)
      expect(signedIn(cause, { fullName: '' })?.description).toBe('Welcome to Assent.')
    },
  )

  it("is 'Registration successful' after a registration, and no other (SHELL-4)", () => {
    expect(signedIn('registration')).toEqual({
      kind: 'success',
      title: 'Registration successful',
      description: 'Your account has been created. Please verify your email.',
    })
  })

  it('reports that the account stays open when the sign-in cancelled its closing (PRIVACY-11)', () => {
    expect(signedIn('login', { isKept: true })).toEqual({
      kind: 'success',
      title: 'Your account stays open',
      description: 'You logged in, so we won’t close it. What was cancelled stays cancelled.',
    })
    expect(signedIn('elsewhere', { isKept: true })?.title).toBe('Login successful')
  })

  it('comes after the second step where the account has one (SHELL-4, TWOSTEP-14)', () => {
    expect(signedIn('login', { needsCode: true })).toBeNull()
    expect(findToast({ type: 'second-step-proven', user: ada })).toEqual(welcome)
  })

  it('is absent during a password reset or a mailed link, because those pages show their own message (SHELL-4)', () => {
    expect(signedIn('password-reset')).toBeNull()
    expect(signedIn('mail-link')).toBeNull()
  })
})

describe('the toast after a log out', () => {
  it("is 'Logged out' once, after the log out finished (SHELL-6)", () => {
    expect(findToast({ type: 'signed-out', cause: 'log-out' })).toBeNull()
    expect(findToast({ type: 'log-out-finished', outcome: 'done' })).toEqual({
      kind: 'success',
      title: 'Logged out',
      description: 'You have been logged out of your account',
    })
  })

  it.each([
    ['not-told', 'Error logging out'],
    ['failed', 'Logout failed'],
  ] as const)("is destructive when the log out was %s: '%s' (SHELL-6)", (outcome, title) => {
    expect(findToast({ type: 'log-out-finished', outcome })).toEqual({
      kind: 'error',
      title,
      description: 'There was a problem logging out',
    })
  })

  it('reports the end of a session that ended elsewhere (SHELL-7)', () => {
    expect(findToast({ type: 'signed-out', cause: 'elsewhere' })?.title).toBe('Your session has ended')
    expect(findToast({ type: 'signed-out', cause: 'password-reset' })).toBeNull()
  })
})
