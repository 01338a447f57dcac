import { describe, expect, it } from 'vitest'
import type { SessionChange } from '../api/session-state.ts'
import { chooseDestination } from './session-events.tsx'

const signedIn: SessionChange = {
  type: 'signed-in',
  cause: 'elsewhere',
  user: { id: '1', email: 'a@example.org', emailVerified: true, fullName: 'Ada', isKept: false },
}

describe('the page after a sign-in', () => {
  it.each(['/', '/verify/abc', '/verify'])('leads from %s to the dashboard (SHELL-5)', (path) => {
    expect(chooseDestination(signedIn, path, false)).toBe('/dashboard')
  })

  it.each(['/login', '/register'])(
    'leaves %s to the page itself, which remembers the requested page (SHELL-5, SIGNIN-3)',
    (path) => {
      expect(chooseDestination(signedIn, path, false)).toBeNull()
    },
  )

  it.each(['/verify-something', '/history', '/privacy', '/reset-password'])(
    'stays on %s (SHELL-5)',
    (path) => {
      expect(chooseDestination(signedIn, path, false)).toBeNull()
    },
  )

  it('keeps the page of a third party who is filling it in (SHELL-5)', () => {
    expect(chooseDestination(signedIn, '/verify/abc', true)).toBeNull()
  })
})

describe('the page after a sign-out', () => {
  it('leads to the landing page after Log out (SHELL-6)', () => {
    expect(chooseDestination({ type: 'signed-out', cause: 'log-out' }, '/history', false)).toBe('/')
  })

  it('stays when the session ended elsewhere or for a new password (SHELL-7)', () => {
    for (const cause of ['elsewhere', 'password-reset'] as const)
      expect(chooseDestination({ type: 'signed-out', cause }, '/history', false)).toBeNull()
  })
})
