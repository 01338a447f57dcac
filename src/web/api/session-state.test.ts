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

/** The module as a page that was just opened has it, with what its listeners were told. */
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
  it('is signed out at once where nothing is stored, without the auth client', async () => {
    const { page, told } = await openPage()
    expect(page.readSessionState().status).toBe('signed-out')
    expect(told).toEqual([])
  })

  it('is signed in at once from what is stored, and reports no sign-in (SESSION-2)', async () => {
    stored = JSON.stringify(session('1'))
    const { page, told } = await openPage()
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
    stored = JSON.stringify(session('1'))
    const { page, told } = await openPage()
    follow('INITIAL_SESSION', null)
    expect(page.readSessionState().status).toBe('signed-in')
    expect(told).toEqual([])
  })

  it('counts what cannot be read as signed out', async () => {
    stored = '{"user":{"id":"1"}'
    expect((await openPage()).page.readSessionState().status).toBe('signed-out')
  })

  it('takes up a changed name without telling of a sign-in', async () => {
    stored = JSON.stringify(session('1'))
    const { page, told } = await openPage()
    follow('TOKEN_REFRESHED', session('1', { full_name: 'Grace Hopper' }))
    expect(page.readSessionState().user?.fullName).toBe('Grace Hopper')
    expect(told).toEqual([])
  })

  it.each(['USER_UPDATED', 'PASSWORD_RECOVERY', 'TOKEN_REFRESHED'] as const)(
    'knows a confirmed email after %s (SESSION-2)',
    async (event) => {
      stored = JSON.stringify(session('1'))
      const { page, told } = await openPage()
      const confirmed = session('1')
      confirmed.user.email_confirmed_at = '2026-11-21T10:00:00Z'
      follow(event, confirmed)
      expect(page.readSessionState().user?.emailVerified).toBe(true)
      expect(told).toEqual([])
    },
  )

  it('tells of a log out with its cause, and how it went', async () => {
    stored = JSON.stringify(session('1'))
    const { page, told } = await openPage()
    await page.logOut()
    expect(page.readSessionState().status).toBe('signed-out')
    expect(told).toEqual([
      { type: 'signed-out', cause: 'log-out' },
      { type: 'log-out-finished', outcome: 'done' },
    ])
  })

  it('is gone from here even when the server could not be told, and says so', async () => {
    stored = JSON.stringify(session('1'))
    signOutError = new Error('unreachable')
    const { page, told } = await openPage()
    await page.logOut()
    expect(page.readSessionState().status).toBe('signed-out')
    expect(told.at(-1)).toEqual({ type: 'log-out-finished', outcome: 'not-told' })
  })

  it('tells of an end elsewhere', async () => {
    stored = JSON.stringify(session('1'))
    const { told } = await openPage()
    follow('SIGNED_OUT', null)
    expect(told).toEqual([{ type: 'signed-out', cause: 'elsewhere' }])
  })
})

describe('a session in the address', () => {
  const attackers =
    '#access_token=theirs&refresh_token=theirs&expires_in=3600&token_type=bearer&type=magiclink'

  it('does not sign anyone in, and does not stay in sight (SESSION-10)', async () => {
    const { page, told } = await openPage(attackers)
    expect(page.readSessionState()).toEqual({ status: 'signed-out', user: null })
    expect(told).toEqual([])
    expect(replaceState).toHaveBeenCalledWith(null, '', '/dashboard')
  })

  it('does not replace the signed-in person', async () => {
    stored = JSON.stringify(session('1'))
    const { page, told } = await openPage(attackers)
    follow('INITIAL_SESSION', session('1'))
    expect(page.readSessionState().user?.id).toBe('1')
    expect(told).toEqual([])
  })

  it('shows nothing when it says that a link failed', async () => {
    const { told } = await openPage('#error=access_denied&error_code=otp_expired')
    expect(told).toEqual([])
    expect(replaceState).not.toHaveBeenCalled()
  })
})
