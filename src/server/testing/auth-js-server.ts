import { AuthClient } from '@supabase/auth-js'
import { createApp } from '../app.ts'
import { noRateLimits } from '../platform/rate-limits/index.ts'
import { serveHere } from './listen-here.ts'
import { createTestApp } from './test-app.ts'

/** The key under which the client stores its session by default. */
export const sessionKey = 'supabase.auth.token'

export type AuthJsServer = Awaited<ReturnType<typeof startAuthJsServer>>
export type AuthJsBrowser = ReturnType<AuthJsServer['browser']>

/**
 * A new installation behind a real socket, for the unmodified published client. Without rate limits, which are tested
 * elsewhere. The client uses the real time, so the server's clock has to be set to it.
 */
export async function startAuthJsServer() {
  const test = await createTestApp()
  const app = createApp({ ...test.platform, rateLimits: noRateLimits })
  const server = await serveHere(app)
  const url = `${server.origin}/auth/v1`

  return {
    test,
    /** One browser: its client, its storage, and the calls it has made, such as `POST /signup`. */
    browser(flowType: 'implicit' | 'pkce' = 'implicit') {
      const kept = new Map<string, string>()
      const calls: string[] = []
      const auth = new AuthClient({
        url,
        flowType,
        autoRefreshToken: false,
        persistSession: true,
        storage: {
          getItem: (key) => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
          removeItem: (key) => void kept.delete(key),
        },
        fetch: (input, init) => {
          const { pathname } = new URL(String(input))
          calls.push(`${init?.method ?? 'GET'} ${pathname.replace('/auth/v1', '')}`)
          return fetch(input, init)
        },
      })
      return { auth, kept, calls }
    },
    async close() {
      await server.close()
      await test.close()
    },
  }
}
