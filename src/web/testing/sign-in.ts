import { sessionStorageKey } from '../api/session.ts'

export const ada = { id: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b01', email: 'ada@example.com' }

/** Puts a session into this browser that lasts for an hour, as a visit before this one left it. */
export function signIn(): void {
  const session = {
    access_token: 'ada.access.token',
    refresh_token: 'ada-refresh-token',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    user: {
      ...ada,
      aud: 'authenticated',
      role: 'authenticated',
      created_at: '2026-11-01T09:00:00Z',
      email_confirmed_at: '2026-11-01T09:05:00Z',
      app_metadata: {},
      user_metadata: { full_name: 'Ada Lovelace' },
    },
  }
  window.localStorage.setItem(sessionStorageKey, JSON.stringify(session))
}
