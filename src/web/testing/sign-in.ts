import { sessionStorageKey } from '../api/site.ts'

export const ada = { id: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b01', email: 'ada@example.com' }
/** Another person, who uses the same browser. */
export const eve = { id: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b03', email: 'eve@example.com' }

/** A session as returned by the auth service, with this lifetime. */
export function sampleSession({ who = ada, token = 'ada.access.token', seconds = 3600 } = {}) {
  return {
    access_token: token,
    refresh_token: `refresh-${token}`,
    token_type: 'bearer',
    expires_in: seconds,
    expires_at: Math.floor(Date.now() / 1000) + seconds,
    user: {
      ...who,
      aud: 'authenticated',
      role: 'authenticated',
      created_at: '2026-11-01T09:00:00Z',
      email_confirmed_at: '2026-11-01T09:05:00Z',
      app_metadata: {},
      user_metadata: { full_name: 'Ada Lovelace' },
    },
  }
}

/** Stores a session of one hour in this browser, as left by an earlier visit. */
export function signIn(): void {
  keepSession(sampleSession())
}

/** The same with an address that isn't confirmed yet. */
export function signInUnconfirmed(session = sampleSession()): void {
  const { email_confirmed_at: _, ...user } = session.user
  keepSession({ ...session, user })
}

/** Stores a session in a browser's storage, by default this page's. */
export function keepSession(session: object, storage = window.localStorage): void {
  storage.setItem(sessionStorageKey, JSON.stringify(session))
}
