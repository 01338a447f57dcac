import type { Context } from 'hono'
import { toCanonicalId } from '../../domain/id.ts'

/**
 * The `:id` of a route in its canonical form, however the address was written; null when it is no id. The only way an id comes out of an
 * address: PostgreSQL takes one in any letters and gives it back in lower case, so whatever else saw the raw one would see another id.
 */
export function parseIdParam(c: Context): string | null {
  return toCanonicalId(c.req.param('id'))
}
