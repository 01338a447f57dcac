import { type DestinationStream, pino } from 'pino'
import { gatherLines } from './gather-lines.ts'
import type { Logger } from './logger.ts'

/** Fields that would give a person away if somebody logged them by mistake, at the top of a line or one level below. */
const privateFields = new Set([
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
])

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** JSON lines, one per call, to stdout unless told otherwise: as `gatherLines` writes them. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => hidePrivate(fields) },
    },
    destination ?? gatherLines(),
  )
}

/** By hand: pino's own redaction takes a tenth of a quick request, most of it looking one level below. */
function hidePrivate(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  let hidden = fields
  for (const [name, value] of Object.entries(fields)) {
    const shown = privateFields.has(name)
      ? '[private]'
      : depth === 0 && isPlain(value)
        ? hidePrivate(value, 1)
        : value
    if (shown === value) continue
    if (hidden === fields) hidden = { ...fields }
    hidden[name] = shown
  }
  return hidden
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}
