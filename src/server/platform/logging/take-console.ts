import { describeError } from './describe-error.ts'
import type { Logger } from './logger.ts'

const methods = ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const

/**
 * Has what libraries write to the console come as lines of the log, with where it was written or what failed and nothing of its text: theirs
 * quotes what the database said, which may be a row.
 */
export function takeConsole(
  logger: Pick<Logger, 'warn'>,
  console: Pick<Console, (typeof methods)[number]> = globalThis.console,
): void {
  for (const method of methods) {
    console[method] = (...said: unknown[]) => {
      const failed = said.find((each) => each instanceof Error)
      logger.warn(
        { event: 'library_said', method, error: describeError(failed ?? new Error('said here')) },
        'a library wrote to the console',
      )
    }
  }
}
