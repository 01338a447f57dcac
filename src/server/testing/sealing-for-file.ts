import { vi } from 'vitest'
import type { Person } from './people.ts'
import { personForEach } from './person-for-each.ts'
import type { TestApp } from './test-app.ts'
import { soundAppForFile } from './test-app-for.ts'

/**
 * The start of tests of sealed records: an installation for the file, and for each test a new person on the annual
 * plan.
 */
export function sealingForFile(): { test: TestApp; ada: Person } {
  // The first seal waits for a thread to read its fonts, which takes long on a busy machine.
  vi.setConfig({ testTimeout: 60_000 })
  const test = soundAppForFile()
  return { test, ada: personForEach(test, 'annual') }
}
