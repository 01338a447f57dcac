import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ManualClock } from '../../testing/manual-clock.ts'
import { silentLogger } from '../../testing/silent-logger.ts'
import { folderForTest } from '../../testing/temporary-folder.ts'
import { startDailyBackups } from './daily-backups.ts'

const recipient = await identityToRecipient(await generateX25519Identity())
const hour = 3_600_000
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('makes a backup at once, when the newest is a day old, and an hour after a failure (RESTORE-11)', async () => {
  const folder = folderForTest()
  const said = join(folder, 'said')
  const script = join(folder, 'script.mjs')
  // Stands in for the backup command: runs the given code and records its priority.
  const tell = (then: string) =>
    writeFile(
      script,
      `import { appendFileSync } from 'node:fs'
      import { getPriority } from 'node:os'
      appendFileSync(${JSON.stringify(said)}, 'ran at ' + getPriority() + '\\n')
      ${then}`,
    )
  const countRuns = async () => (await readFile(said, 'utf8').catch(() => '')).split('\n').length - 1
  const clock = new ManualClock(new Date('2026-03-11T03:52:00.000Z'))
  const logger = { ...silentLogger, info: vi.fn(), error: vi.fn() }
  await tell("console.error('The disk is full.'); process.exit(2)")
  const backups = startDailyBackups({ folder, recipient, script, clock, logger })
  await backups.settled()
  expect(logger.error.mock.calls).toEqual([[{ reason: 'The disk is full.' }, expect.anything()]])
  expect(await readFile(said, 'utf8')).toBe('ran at 10\n')

  const pass = async (hours: number) => {
    for (let n = 0; n < hours; n += 1) {
      clock.advance(hour)
      await vi.advanceTimersByTimeAsync(hour)
      await backups.settled()
    }
  }
  await tell("throw new Error('a row of somebody')")
  await pass(1)
  expect(logger.error.mock.calls[1]).toEqual([
    { reason: 'run "npm run backup" to see why' },
    expect.anything(),
  ])
  await tell('')
  await writeFile(join(folder, '2026-03-11T04-52-00Z.age'), '')
  await pass(23)
  expect(await countRuns()).toBe(2)
  await pass(1)
  expect(await countRuns()).toBe(3)
  expect(logger.info.mock.calls).toEqual([[{}, 'a backup was made']])
  await backups.stop()
  expect(vi.getTimerCount()).toBe(0)
  await pass(48)
  expect(await countRuns()).toBe(3)
  expect(await readdir(folder)).toHaveLength(3)
})
