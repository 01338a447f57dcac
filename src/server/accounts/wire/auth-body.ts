import type { Context } from 'hono'
import type { ZodType } from 'zod'
import type { AppEnv } from '../../http/app-env.ts'
import { type AuthRefusal, refuseAuth } from './auth-error.ts'

/**
 * The JSON body as the schema promises it. Unknown members are ignored; a body that is missing, cut off or not JSON is `bad_json`, one of the wrong
 * types `validation_failed`. Nothing of what was sent is repeated.
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
 * The parsed text without any member named `__proto__`; undefined when it is not JSON, or holds what PostgreSQL cannot store in text and
 * jsonb: NUL and lone surrogates.
 */
export function parseJson(text: string): unknown {
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
