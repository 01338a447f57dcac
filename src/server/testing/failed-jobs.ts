import { afterEach } from 'vitest'
import type { Logger } from '../platform/logging/index.ts'
import { silentLogger } from './silent-logger.ts'

const complaints: string[] = []

/** Collects the warnings and errors of jobs, most of them expected, for the report of a failed test. */
export const jobsLogger: Logger = {
  ...silentLogger,
  warn: (...lines) => complaints.push(JSON.stringify(lines)),
  error: (...lines) => complaints.push(JSON.stringify(lines)),
}

afterEach(({ task }) => {
  const lines = complaints.splice(0)
  if (task.result?.state === 'fail' && lines.length > 0) {
    process.stderr.write(`Jobs failed during "${task.name}":\n${lines.join('\n')}\n`)
  }
})
