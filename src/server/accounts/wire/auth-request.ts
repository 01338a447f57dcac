import type { Context } from 'hono'
import type { ZodType } from 'zod'
import type { AppEnv } from '../../http/app-env.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RateLimit } from '../../platform/rate-limits/index.ts'
import { limitCalls } from '../limits.ts'
import { authenticateBearer } from '../sessions/authenticate.ts'
import type { Device, SignedIn } from '../sessions/session-store.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from './auth-error.ts'

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

/** As `authenticateWithinLimit`, for what a session without the second step of its account must not do. */
export async function authenticateWithTwoSteps(
  platform: Platform,
  c: Context<AppEnv>,
  limit: RateLimit,
): Promise<SignedIn | AuthRefusal> {
  return requireTwoSteps(await authenticateWithinLimit(platform, c, limit))
}

export function requireTwoSteps(caller: SignedIn | AuthRefusal): SignedIn | AuthRefusal {
  return !isAuthRefusal(caller) && caller.needsCode ? refuseAuth('insufficient_aal') : caller
}

/**
 * The signed-in caller. Clients send keys of other kinds too, so an invalid one counts as none, and so does a session
 * without the second step of its account.
 */
export async function authenticateOrNull(platform: Platform, c: Context<AppEnv>): Promise<SignedIn | null> {
  const signedIn = await authenticateBearer(platform, c)
  return isAuthRefusal(signedIn) || signedIn.needsCode ? null : signedIn
}

/**
 * The JSON body as the schema promises it. Unknown members are ignored; a body that is missing, cut off or not JSON is
 * `bad_json`, one of the wrong types `validation_failed`. Nothing of what was sent is repeated.
 */
export async function readAuthBody<T>(c: Context<AppEnv>, schema: ZodType<T>): Promise<T | AuthRefusal> {
  const body = parseJson(await c.req.text().catch(() => ''))
  if (body === undefined) return refuseAuth('bad_json')
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))].filter(Boolean)
  return refuseAuth('validation_failed', {
    message: fields.length > 0 ? `Not valid: ${fields.join(', ')}` : 'The request body must be a JSON object',
  })
}

/**
 * The parsed text without any member named `__proto__`; undefined when it is not JSON, or holds what PostgreSQL cannot
 * store in text and jsonb: NUL and lone surrogates.
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => {
      if (!isStorable(key) || (typeof value === 'string' && !isStorable(value)))
        throw new Error('not storable')
      return key === '__proto__' ? undefined : value
    })
  } catch {
    return undefined
  }
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
}
