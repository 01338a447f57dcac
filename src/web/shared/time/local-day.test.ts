import { afterEach, describe, expect, it } from 'vitest'
import { toLocalDay } from './local-day.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

describe('the day on this device', () => {
  it.each([
    ['Etc/GMT+12', '2026-03-11T11:59:59Z', '2026-03-10'],
    ['Pacific/Kiritimati', '2026-03-11T10:00:00Z', '2026-03-12'],
    ['America/New_York', '2026-03-12T02:00:00Z', '2026-03-11'],
    ['UTC', '2026-03-11T23:59:59Z', '2026-03-11'],
  ])('in %s at %s is %s', (place, instant, day) => {
    process.env['TZ'] = place
    expect(toLocalDay(new Date(instant))).toBe(day)
  })
})
