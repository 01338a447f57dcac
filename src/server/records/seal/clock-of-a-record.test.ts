import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { ClockState } from '../../../domain/record/clock-state.ts'
import { checkRecord } from '../../testing/check-record.ts'
import { register } from '../../testing/people.ts'
import { completeRecord } from '../../testing/records.ts'
import { testAppForFile } from '../../testing/test-app-for.ts'

const test = testAppForFile()

it.each([
  [
    { state: 'synchronised', source: 'chrony' },
    'Synchronised when this was drawn, says chrony of the server.',
    'the clock of the service was synchronised, says chrony',
  ],
  [
    { state: 'unknown', source: null },
    'Whether it was synchronised could not be asked.',
    'NOTE nobody says that the clock of the service was synchronised (unknown)',
  ],
] as const)(
  'stands in the JSON and on paper: %j (RECORD-40)',
  async (clock: ClockState, printed, checked) => {
    test.platform.timeSource = { state: async () => clock }
    const folder = await mkdtemp(join(tmpdir(), 'clock-'))
    try {
      const ada = await register(test)
      const id = await completeRecord(test, ada)
      await test.runJobs()
      for (const format of ['pdf', 'json']) {
        const answer = await test.app.request(`/api/records/${id}/files/record.${format}`, ada)
        await writeFile(join(folder, `record.${format}`), new Uint8Array(await answer.arrayBuffer()))
      }
      const { stdout } = await promisify(execFile)('pdftotext', ['-layout', 'record.pdf', '-'], {
        cwd: folder,
      })
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(printed)
      const { output } = await checkRecord(folder, 'record.pdf', 'record.json', '--any-certificate')
      expect(output).toContain(checked)
      expect(output).not.toContain('BAD')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
