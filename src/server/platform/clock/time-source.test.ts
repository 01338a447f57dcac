import { expect, it } from 'vitest'
import { ManualClock } from '../../testing/manual-clock.ts'
import {
  assertClockIsRight,
  createClockSetCheck,
  createDatabaseClockCheck,
  createTimeSource,
  querySystemClock,
} from './index.ts'

const tracking = (leap: string) =>
  `A29FC87B,time.example,4,1773230400.1,-0.000012,0.00002,0.00003,-3.1,0.001,0.02,0.01,0.001,64.2,${leap}\n`
const adjtimex = (status: number) =>
  `         mode: 0\n       offset: 0\n    frequency: 0\n       status: ${status}\n`

it.each([
  [{ chronyc: tracking('Normal') }, { state: 'synchronised', source: 'chrony' }],
  [{ chronyc: tracking('Insert second') }, { state: 'synchronised', source: 'chrony' }],
  [
    { chronyc: tracking('Not synchronised'), timedatectl: 'NTPSynchronized=yes\n' },
    { state: 'unsynchronised', source: 'chrony' },
  ],
  [
    { chronyc: '506 Cannot talk to daemon\n', timedatectl: 'NTPSynchronized=yes\n' },
    { state: 'synchronised', source: 'timedatectl' },
  ],
  [{ timedatectl: 'NTPSynchronized=no\n' }, { state: 'unsynchronised', source: 'timedatectl' }],
  [
    { timedatectl: 'System has not been booted with systemd\n', adjtimex: adjtimex(8193) },
    { state: 'synchronised', source: 'adjtimex' },
  ],
  [{ adjtimex: adjtimex(64) }, { state: 'unsynchronised', source: 'adjtimex' }],
  [{}, { state: 'unknown', source: null }],
])(
  'uses the best informed source of the system, and reports unknown without any: %j (RECORD-40)',
  async (printed, state) => {
    const answers = new Map(Object.entries(printed))
    expect(await querySystemClock(async (program) => answers.get(program) ?? null)).toEqual(state)
  },
)

it('asks the real system, accepts every answer, and never fails', async () => {
  const { state } = await createTimeSource().getState()
  expect(['synchronised', 'unsynchronised', 'unknown']).toContain(state)
})

it('logs by how much the clock was set forward or back, and ignores corrections of a time server (TRAIL-10)', () => {
  const clock = new ManualClock(new Date('2026-03-11T12:00:00Z'))
  const warnings: unknown[] = []
  let passed = 0
  const look = createClockSetCheck(clock, { warn: (fields) => warnings.push(fields) }, () => passed)
  const pass = (ms: number, by = 0) => {
    passed += ms
    clock.advance(ms + by)
    look()
  }
  pass(60_000)
  pass(60_000, 400)
  expect(warnings).toEqual([])
  pass(60_000, -3_600_000)
  pass(60_000)
  pass(60_000, 86_400_000)
  expect(warnings).toEqual([
    { event: 'clock_set', movedMs: -3_600_000 },
    { event: 'clock_set', movedMs: 86_400_000 },
  ])
})

it('logs how far the clock is ahead, but not within two seconds or a slow answer (TRAIL-11)', async () => {
  const theirs = new Date('2026-03-11T12:00:00Z')
  const warnings: object[] = []
  const lookAt = async (aheadMs: number, tookMs: number) => {
    const clock = new ManualClock(new Date(theirs.getTime() + aheadMs - tookMs / 2))
    const row = async () => {
      clock.advance(tookMs)
      return { now: theirs }
    }
    await createDatabaseClockCheck({ row } as never, clock, { warn: (fields) => warnings.push(fields) })()
  }
  for (const [aheadMs, tookMs] of [
    [1900, 0],
    [-600_000, 10],
    [600_000, 10],
    [8000, 9000],
  ] as const)
    await lookAt(aheadMs, tookMs)
  expect(warnings).toEqual([
    { event: 'clock_apart', aheadMs: -600_000 },
    { event: 'clock_apart', aheadMs: 600_000 },
  ])
})

it('refuses, with the reason, a clock far from the database’s or behind the newest migration (RUN-42)', async () => {
  const theirs = new Date('2026-03-11T12:00:00Z')
  const minute = 60_000
  const start = (aheadMs: number, migratedAgoMs: number | null) => {
    const at = migratedAgoMs === null ? null : new Date(theirs.getTime() - migratedAgoMs)
    const row = async () => ({ now: theirs, at })
    return assertClockIsRight({ row } as never, new ManualClock(new Date(theirs.getTime() + aheadMs)))
  }
  for (const aheadMs of [0, 20 * minute, -20 * minute]) await start(aheadMs, 0)
  await start(0, null)
  await expect(start(60 * minute, 0)).rejects.toThrow(
    /^The clock .+ is 60 minutes ahead of the database's: have/,
  )
  await expect(start(-90 * minute, 0)).rejects.toThrow(
    /^The clock .+ is 90 minutes behind the database's: have a time/,
  )
  await expect(start(0, -60 * minute)).rejects.toThrow(
    /^The clock .+ says 2026-03-11T12:00:00\.000Z, and the database was last migrated at 2026-03-11T13:00:00\.000Z: have/,
  )
})
