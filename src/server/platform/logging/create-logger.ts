import { type DestinationStream, pino } from 'pino'
import { gatherLines } from './gather-lines.ts'
import type { Logger } from './logger.ts'

/** Fields that would give a person away if somebody logged them by mistake, at the top of a line or one level below. */
const privateFields = [
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'secret',
  'email',
  'to',
  'name',
  'fullName',
  'phone',
  'address',
  'dateOfBirth',
  'signature',
  'body',
  'query',
]

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** JSON lines, one per call, to stdout unless told otherwise: as `gatherLines` writes them. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: privateFields.flatMap((field) => [field, `*.${field}`]), censor: '[private]' },
    },
    destination ?? gatherLines(1),
  )
}
