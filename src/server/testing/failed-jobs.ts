import { afterEach } from 'vitest'
import type { Logger } from '../platform/logging/index.ts'
import { silentLogger } from './silent-logger.ts'

const complaints: string[] = []

/** Keeps what jobs complain about, most often rightly, for the report of a test that fails. */
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
