import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RateLimit } from '../../platform/rate-limits/index.ts'
import { limitCalls } from '../limits.ts'
import { authenticateBearer } from '../sessions/authenticate.ts'
import type { Device, SignedIn } from '../sessions/session-store.ts'
import { type AuthRefusal, isAuthRefusal } from './auth-error.ts'

/** Long enough for every real browser's name, short enough for a list. */
const maxUserAgent = 400

/** The device that calls, as the list of sessions shows it. */
export function readDevice(c: Context<AppEnv>): Device {
  const userAgent = c.req
    .header('user-agent')
    ?.replaceAll(/\p{Cc}/gu, '')
    .slice(0, maxUserAgent)
  return { ip: c.get('clientIp'), userAgent: userAgent || null }
}

/** Where the caller wishes mailed links to lead; not checked yet. */
export function findRedirectTo(c: Context<AppEnv>): string | undefined {
  return c.req.query('redirect_to') || undefined
}

/** Takes a call from the client address's share, then tells who calls. */
export async function authenticateWithinLimit(
  platform: Platform,
  c: Context<AppEnv>,
  limit: RateLimit,
): Promise<SignedIn | AuthRefusal> {
  const limited = await limitCalls(platform, limit, c.get('clientIp'))
  return limited ?? authenticateBearer(platform, c)
}

/** Who is signed in where a call comes from. Clients send keys of other kinds too, so one that is no good counts as none. */
export async function authenticateOrNull(platform: Platform, c: Context<AppEnv>): Promise<SignedIn | null> {
  const signedIn = await authenticateBearer(platform, c)
  return isAuthRefusal(signedIn) ? null : signedIn
}
