import type { Context } from 'hono'
import type { ZodType } from 'zod'
import type { AppEnv } from '../../http/app-env.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RateLimit } from '../../platform/rate-limits/index.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { limitCalls } from '../limits.ts'
import { authenticateBearer } from '../sessions/authenticate.ts'
import type { Device, SignedIn } from '../stores/session-store.ts'

/** Long enough for every real browser's name, and short enough for a list. */
const maxUserAgent = 400

/** The calling device, as the list of sessions shows it. */
export function readDevice(c: Context<AppEnv>): Device {
  const userAgent = c.req
    .header('user-agent')
    ?.replaceAll(/\p{Cc}/gu, '')
    .slice(0, maxUserAgent)
  return { ip: c.get('clientIp'), userAgent: userAgent || null }
}

/** Where the caller wants mailed links to lead. Not validated yet. */
export function findRedirectTo(c: Context<AppEnv>): string | undefined {
  return c.req.query('redirect_to') || undefined
}

/** Counts a call against the client address's limit, then authenticates the caller. */
export async function authenticateWithinLimit(
  platform: Platform,
  c: Context<AppEnv>,
  limit: RateLimit,
): Promise<SignedIn | AuthRefusal> {
  const limited = await limitCalls(platform, limit, c.get('clientIp'))
  return limited ?? authenticateBearer(platform, c)
}

/** Like `authenticateWithinLimit`, but refuses a session that lacks the second step of its account. */
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
 * The signed-in caller, or null. Clients also send keys of other kinds, so an invalid token counts as none, and so does
 * a session that lacks the second step of its account.
 */
export async function authenticateOrNull(platform: Platform, c: Context<AppEnv>): Promise<SignedIn | null> {
  const signedIn = await authenticateBearer(platform, c)
  return isAuthRefusal(signedIn) || signedIn.needsCode ? null : signedIn
}

/**
 * The JSON body, validated by the schema. Unknown members are ignored. A body that is missing, cut off or not JSON is
 * `bad_json`; one with wrong types is `validation_failed`. The refusal repeats nothing from the body.
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
 * The parsed text without members named `__proto__`. Undefined when it isn't JSON, or contains NUL or lone surrogates,
 * which PostgreSQL cannot store in text and jsonb.
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
