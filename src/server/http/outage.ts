import type { Context } from 'hono'
import type { DatabaseUnavailable } from '../platform/database/index.ts'
import { describeError, type Logger } from '../platform/logging/index.ts'
import type { AppEnv } from './app-env.ts'

/** Within this the server serves again once its database does. */
export const retryAfterSeconds = 5

/** A request that met an outage of the database: nobody's mistake, so a warning. */
export function noteOutage(logger: Logger, c: Context<AppEnv>, outage: DatabaseUnavailable): void {
  logger.warn(
    { requestId: c.get('requestId'), error: describeError(outage) },
    'a request met an outage of the database',
  )
}
