export { createLogger, type LogLevel } from './create-logger.ts'
export { describeError } from './describe-error.ts'
export type { Logger } from './logger.ts'
export { findRequestIdOfNow, runOnBehalfOf } from './request-context.ts'
