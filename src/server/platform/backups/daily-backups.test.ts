import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ManualClock } from '../../testing/manual-clock.ts'
import { silentLogger } from '../../testing/silent-logger.ts'
import { folderForTest } from '../../testing/temporary-folder.ts'
import { startDailyBackups } from './daily-backups.ts'

const hour = 3_600_000
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A set, and a script that stands in for the backup command: it records its priority and runs the given code. */
function arrange() {
  const folder = folderForTest()
  const notes = join(folder, 'said')
  const script = join(folder, 'script.mjs')
  const clock = new ManualClock(new Date('2026-03-11T03:52:00.000Z'))
  const logger = { ...silentLogger, info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const tell = (then: string) =>
    writeFile(
      script,
      `import { appendFileSync } from 'node:fs'
      import { getPriority } from 'node:os'
      appendFileSync(${JSON.stringify(notes)}, 'ran at ' + getPriority() + '\\n')
      ${then}`,
    )
  return {
    folder,
    clock,
    logger,
    notes,
    tell,
    countRuns: async () => (await readFile(notes, 'utf8').catch(() => '')).split('\n').length - 1,
    async start(then: string) {
      await tell(then)
      const backups = startDailyBackups({ folder, script, clock, logger })
      await backups.settled()
      const pass = async (hours: number) => {
        for (let n = 0; n < hours; n += 1) {
          clock.advance(hour)
          await vi.advanceTimersByTimeAsync(hour)
          await backups.settled()
        }
      }
      return { backups, pass }
    },
  }
}

it('makes a backup at once, when the newest is a day old, and an hour after a failure (RESTORE-11)', async () => {
  const { folder, logger, notes, tell, countRuns, start } = arrange()
  const { backups, pass } = await start("console.error('The disk is full.'); process.exit(2)")
  expect(logger.error.mock.calls).toEqual([[{ reason: 'The disk is full.' }, expect.anything()]])
  expect(await readFile(notes, 'utf8')).toBe('ran at 10\n')

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

it('logs what a backup says about the rest of its set (RESTORE-15)', async () => {
  const { logger, start } = arrange()
  const { backups } = await start("console.error('A list is missing.')")
  expect(logger.info.mock.calls).toEqual([[{}, 'a backup was made']])
  expect(logger.warn.mock.calls).toEqual([[{ problems: 'A list is missing.' }, expect.anything()]])
  expect(logger.error).not.toHaveBeenCalled()
  await backups.stop()
})

it('makes a backup when the newest one is from the future, and then one a day (RESTORE-16)', async () => {
  const { folder, clock, countRuns, start } = arrange()
  await writeFile(join(folder, '2026-03-09T03-52-00Z.age'), '')
  await writeFile(join(folder, '2027-01-01T00-00-00Z.age'), '')
  const { backups, pass } = await start('')
  expect(await countRuns()).toBe(1)
  await writeFile(join(folder, '2026-03-11T03-52-00Z.age'), '')
  await pass(23)
  expect(await countRuns()).toBe(1)
  await pass(1)
  expect(await countRuns()).toBe(2)
  expect(clock.now().toISOString()).toBe('2026-03-12T03:52:00.000Z')
  await backups.stop()
})
