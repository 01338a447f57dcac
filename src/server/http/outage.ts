import type { Context } from 'hono'
import { DatabaseUnavailable } from '../platform/database/index.ts'
import { describeError, type Logger } from '../platform/logging/index.ts'
import { ProcessNotStarted } from '../platform/processes/index.ts'
import { StorageUnavailable } from '../platform/storage/index.ts'
import { ThreadNotStarted } from '../platform/threads/index.ts'
import type { AppEnv } from './app-env.ts'

/** Within this the server serves again once its database and its store do. */
export const retryAfterSeconds = 5

const places = [
  [DatabaseUnavailable, 'the database'],
  [StorageUnavailable, 'the store'],
  [ProcessNotStarted, 'the processes that decode files'],
  [ThreadNotStarted, 'the threads of this process'],
] as const

/** What is away, when an error says so: nobody's mistake, and it comes back. */
export function findOutage(error: unknown): string | null {
  return places.find(([kind]) => error instanceof kind)?.[1] ?? null
}

/** A request that met an outage: a warning. */
export function noteOutage(logger: Logger, c: Context<AppEnv>, error: Error, place: string): void {
  logger.warn(
    { requestId: c.get('requestId'), error: describeError(error) },
    `a request met an outage of ${place}`,
  )
}
