import type { Context } from 'hono'
import { DatabaseUnavailable } from '../platform/database/index.ts'
import { describeError, type Logger } from '../platform/logging/index.ts'
import type { StorageUnavailable } from '../platform/storage/index.ts'
import type { AppEnv } from './app-env.ts'

/** Within this the server serves again once its database and its store do. */
export const retryAfterSeconds = 5

/** A request that met an outage of the database or of the store: nobody's mistake, so a warning. */
export function noteOutage(
  logger: Logger,
  c: Context<AppEnv>,
  outage: DatabaseUnavailable | StorageUnavailable,
): void {
  const place = outage instanceof DatabaseUnavailable ? 'the database' : 'the store'
  logger.warn(
    { requestId: c.get('requestId'), error: describeError(outage) },
    `a request met an outage of ${place}`,
  )
}
