import { describe, expect, it } from 'vitest'
import { computeAge, isCalendarDate, isTodaySomewhere, toCalendarDate } from './calendar-date.ts'

describe('isCalendarDate', () => {
  it.each(['2024-02-29', '1999-12-31', '2000-01-01'])('accepts %s', (date) => {
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
  ])('rejects %j', (date) => {
    expect(isCalendarDate(date)).toBe(false)
  })
})

describe('calendarDateOf', () => {
  it('is the UTC day, in every time zone of the machine', () => {
    expect(toCalendarDate(new Date('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21')
    expect(toCalendarDate(new Date('2026-11-22T00:30:00+01:00'))).toBe('2026-11-21')
  })
})

describe('isTodaySomewhere', () => {
  it.each([
    ['2026-03-11T12:00:00Z', ['2026-03-11', '2026-03-12']],
    ['2026-03-11T11:59:59.999Z', ['2026-03-10', '2026-03-11', '2026-03-12']],
    ['2026-03-11T10:00:00Z', ['2026-03-10', '2026-03-11', '2026-03-12']],
    ['2026-03-11T09:59:59.999Z', ['2026-03-10', '2026-03-11']],
    ['2026-03-11T00:00:00Z', ['2026-03-10', '2026-03-11']],
    ['2028-02-28T10:00:00Z', ['2028-02-27', '2028-02-28', '2028-02-29']],
    ['2028-02-29T10:00:00Z', ['2028-02-28', '2028-02-29', '2028-03-01']],
    ['2027-02-28T10:00:00Z', ['2027-02-27', '2027-02-28', '2027-03-01']],
    ['2026-12-31T23:00:00Z', ['2026-12-31', '2027-01-01']],
  ])('is true at %s for %j only', (instant, days) => {
    const now = new Date(instant)
    const around = Array.from({ length: 9 }, (_, index) =>
      toCalendarDate(new Date(now.getTime() + (index - 4) * 24 * 60 * 60 * 1000)),
    )
    expect(around.filter((day) => isTodaySomewhere(day, now))).toEqual(days)
  })
  it('is false for an invalid date', () => {
    for (const text of ['', '2027-02-29', '2026-03-11T12:00:00Z', 'today']) {
      expect(isTodaySomewhere(text, new Date('2026-03-11T12:00:00Z'))).toBe(false)
    }
  })
})

describe('ageOn', () => {
  it('counts a year on the birthday and not a day earlier', () => {
    expect(computeAge('2008-11-21', '2026-11-20')).toBe(17)
    expect(computeAge('2008-11-21', '2026-11-21')).toBe(18)
  })
  it('completes the year of a person born on 29 February on 1 March of a common year (SIGNUP-5)', () => {
    expect(computeAge('2008-02-29', '2026-02-28')).toBe(17)
    expect(computeAge('2008-02-29', '2026-03-01')).toBe(18)
  })
  it('is NaN for an invalid date', () => {
    expect(computeAge('2008-02-30', '2026-02-28')).toBeNaN()
  })
})
