import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionChange } from './session-state.ts'

type Follower = (event: AuthChangeEvent, session: Session | null) => void

let stored: string | null
let follow: Follower
let signOutError: Error | null
const replaceState = vi.fn()
const onStorage = vi.fn()

vi.mock('./site.ts', () => ({ sessionStorageKey: 'key' }))
vi.mock('./session.ts', () => ({
  findStoredSession: () => stored,
  loadAuthClient: async () => ({
    onAuthStateChange: (callback: Follower) => {
      follow = callback
    },
    signOut: async () => {
      stored = null
      follow('SIGNED_OUT', null)
      return { error: signOutError }
    },
  }),
}))

const session = (id: string, metadata: Record<string, unknown> = { full_name: 'Ada Lovelace' }) =>
  ({
    access_token: 'a',
    refresh_token: 'r',
    user: { id, email: 'ada@example.org', user_metadata: metadata, email_confirmed_at: undefined },
  }) as unknown as Session

/** Loads the module as a newly opened page does, and collects the events of its listeners. */
async function openPage(hash = '') {
  vi.resetModules()
  vi.stubGlobal('window', {
    location: { hash, pathname: '/dashboard', search: '' },
    history: { state: null, replaceState },
    addEventListener: onStorage,
  })
  const page = await import('./session-state.ts')
  const told: SessionChange[] = []
  page.onSessionChange((change) => told.push(change))
  page.onSessionState(() => {})
  await Promise.resolve()
  await Promise.resolve()
  return { page, told }
}

function openSignedIn(hash?: string) {
  stored = JSON.stringify(session('1'))
  return openPage(hash)
}

beforeEach(() => {
  stored = null
  signOutError = null
  follow = () => {}
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

describe('the session of a page', () => {
  it('is signed out at once without a stored session, and without loading the auth client', async () => {
    const { page, told } = await openPage()
    expect(page.readSessionState().status).toBe('signed-out')
    expect(told).toEqual([])
  })

  it('is signed in at once from the stored session, and reports no sign-in (SESSION-2)', async () => {
    const { page, told } = await openSignedIn()
    expect(page.readSessionState().user).toEqual({
      id: '1',
      email: 'ada@example.org',
      emailVerified: false,
      fullName: 'Ada Lovelace',
      isKept: false,
    })
    follow('INITIAL_SESSION', session('1'))
    follow('SIGNED_IN', session('1'))
    expect(told).toEqual([])
  })

  it('stays signed in while the auth service cannot be reached (SESSION-8)', async () => {
    const { page, told } = await openSignedIn()
    follow('INITIAL_SESSION', null)
    expect(page.readSessionState().status).toBe('signed-in')
    expect(told).toEqual([])
  })

  it('treats an unreadable stored session as signed out', async () => {
    stored = '{"user":{"id":"1"}'
    expect((await openPage()).page.readSessionState().status).toBe('signed-out')
  })

  it('reports the second step of a sign-in once, after the sign-in (TWOSTEP-14)', async () => {
    const { page, told } = await openPage()
    await page.connectSession()
    const factors = [{ status: 'verified' }]
    const waiting = { ...session('1'), user: { ...session('1').user, factors } }
    follow('SIGNED_IN', waiting as never)
    follow('TOKEN_REFRESHED', waiting as never)
    expect(told).toMatchObject([{ type: 'signed-in', user: { needsCode: true } }])
    follow('MFA_CHALLENGE_VERIFIED', session('1'))
    follow('TOKEN_REFRESHED', session('1'))
    expect(told.slice(1)).toMatchObject([{ type: 'second-step-proven', user: { fullName: 'Ada Lovelace' } }])
  })

  it('adopts a changed name without reporting a sign-in', async () => {
    const { page, told } = await openSignedIn()
    follow('TOKEN_REFRESHED', session('1', { full_name: 'Grace Hopper' }))
    expect(page.readSessionState().user?.fullName).toBe('Grace Hopper')
    expect(told).toEqual([])
  })

  it.each(['USER_UPDATED', 'PASSWORD_RECOVERY', 'TOKEN_REFRESHED'] as const)(
    'reads a confirmed email after %s (SESSION-2)',
    async (event) => {
      const { page, told } = await openSignedIn()
      const confirmed = session('1')
      confirmed.user.email_confirmed_at = '2026-11-21T10:00:00Z'
      follow(event, confirmed)
      expect(page.readSessionState().user?.emailVerified).toBe(true)
      expect(told).toEqual([])
    },
  )

  it('reports a log out with its cause and its outcome', async () => {
    const { page, told } = await openSignedIn()
    await page.logOut()
    expect(page.readSessionState().status).toBe('signed-out')
    expect(told).toEqual([
      { type: 'signed-out', cause: 'log-out' },
      { type: 'log-out-finished', outcome: 'done' },
    ])
  })

  it("ends here even when the server can't be reached, and reports that", async () => {
    signOutError = new Error('unreachable')
    const { page, told } = await openSignedIn()
    await page.logOut()
    expect(page.readSessionState().status).toBe('signed-out')
    expect(told.at(-1)).toEqual({ type: 'log-out-finished', outcome: 'not-told' })
  })

  it('reports a session that ended elsewhere', async () => {
    const { told } = await openSignedIn()
    follow('SIGNED_OUT', null)
    expect(told).toEqual([{ type: 'signed-out', cause: 'elsewhere' }])
  })
})

describe('a session in the address', () => {
  const attackers =
    '#access_token=theirs&refresh_token=theirs&expires_in=3600&token_type=bearer&type=magiclink'

  it('is ignored, and removed from sight (SESSION-10)', async () => {
    const { page, told } = await openPage(attackers)
    expect(page.readSessionState()).toEqual({ status: 'signed-out', user: null })
    expect(told).toEqual([])
    expect(replaceState).toHaveBeenCalledWith(null, '', '/dashboard')
  })

  it('does not replace the signed-in person', async () => {
    const { page, told } = await openSignedIn(attackers)
    follow('INITIAL_SESSION', session('1'))
    expect(page.readSessionState().user?.id).toBe('1')
    expect(told).toEqual([])
  })

  it('shows nothing when it reports a failed link', async () => {
    const { told } = await openPage('#error=access_denied&error_code=otp_expired')
    expect(told).toEqual([])
    expect(replaceState).not.toHaveBeenCalled()
  })
})
