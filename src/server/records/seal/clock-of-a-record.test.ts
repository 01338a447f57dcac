import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { ClockState } from '../../../domain/record/record.ts'
import { checkRecord } from '../../testing/check-record.ts'
import { keepSealed } from '../../testing/records.ts'
import { folderForTest } from '../../testing/temporary-folder.ts'
import { testAppForFile } from '../../testing/test-app.ts'

const test = testAppForFile()

it.each([
  [
    { state: 'synchronised', source: 'chrony' },
    'Synchronised when this was made, according to chrony on the server.',
    'the clock of the service was synchronised, says chrony',
  ],
  [
    { state: 'unknown', source: null },
    'It is not known whether it was synchronised.',
    'NOTE nothing says that the clock of the service was synchronised (unknown)',
  ],
] as const)(
  'the state of the clock is in the JSON and on paper: %j (RECORD-40)',
  async (clock: ClockState, printed, checked) => {
    test.platform.timeSource = { getState: async () => clock }
    const folder = folderForTest()
    await keepSealed(test, folder)
    const { stdout } = await promisify(execFile)('pdftotext', ['-layout', 'record.pdf', '-'], {
      cwd: folder,
    })
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(printed)
    const { output } = await checkRecord(folder, 'record.pdf', 'record.json', '--any-certificate')
    expect(output).toContain(checked)
    expect(output).not.toContain('BAD')
  },
)
