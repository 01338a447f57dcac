import { afterEach, expect, it } from 'vitest'
import { describeNextMonthStart } from './moment.tsx'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

it.each([
  ['UTC', '2026-12-01'],
  ['Etc/GMT+12', '2026-11-30'],
  ['Pacific/Kiritimati', '2026-12-01'],
])('in %s the month of 21 November ends on %s of the reader’s calendar (USAGE-8)', (place, day) => {
  process.env['TZ'] = place
  expect(describeNextMonthStart(new Date('2026-11-21T10:00:00Z'))).toBe(day)
})
