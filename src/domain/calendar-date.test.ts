import { describe, expect, it } from 'vitest'
import { ageOn, calendarDateOf, isCalendarDate } from './calendar-date.ts'

describe('isCalendarDate', () => {
  it.each(['2024-02-29', '1999-12-31', '2000-01-01'])('takes %s', (date) => {
    expect(isCalendarDate(date)).toBe(true)
  })
  it.each([
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-04-31',
    '2024-1-1',
    '01/02/2024',
    '',
    '2024-01-01T00:00:00Z',
  ])('refuses %j', (date) => {
    expect(isCalendarDate(date)).toBe(false)
  })
})

describe('calendarDateOf', () => {
  it('is the UTC day, whatever zone the machine is in', () => {
    expect(calendarDateOf(new Date('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21')
    expect(calendarDateOf(new Date('2026-11-22T00:30:00+01:00'))).toBe('2026-11-21')
  })
})

describe('ageOn', () => {
  it('counts a year on the birthday and not a day earlier', () => {
    expect(ageOn('2008-11-21', '2026-11-20')).toBe(17)
    expect(ageOn('2008-11-21', '2026-11-21')).toBe(18)
  })
  it('lets somebody born on 29 February complete a year on 1 March of a common year', () => {
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
  })
  it('is not a number when a date does not exist', () => {
    expect(ageOn('2008-02-30', '2026-02-28')).toBeNaN()
  })
})
