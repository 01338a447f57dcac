export { createLogger, type LogLevel } from './create-logger.ts'
export { describeError } from './describe-error.ts'
export type { Logger } from './logger.ts'
export { requestIdOfNow, runOnBehalfOf } from './request-context.ts'
