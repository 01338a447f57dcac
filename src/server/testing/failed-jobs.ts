import { afterEach } from 'vitest'
import type { Logger } from '../platform/logging/index.ts'
import { silentLogger } from './silent-logger.ts'

const complaints: string[] = []

/** Collects the warnings and errors of jobs, most of them expected, for the report of a failed test. */
export const jobsLogger: Logger = {
  ...silentLogger,
  warn: (...said) => complaints.push(JSON.stringify(said)),
  error: (...said) => complaints.push(JSON.stringify(said)),
}

afterEach(({ task }) => {
  const said = complaints.splice(0)
  if (task.result?.state === 'fail' && said.length > 0) {
    process.stderr.write(`Jobs failed during "${task.name}":\n${said.join('\n')}\n`)
  }
})
