import { afterEach, expect, it } from 'vitest'
import { english } from '../../../words/language.ts'
import { speak } from '../../../words/testing/mirrored.ts'
import { describeDay, describeMoment, describeNextMonthStart } from './moment.tsx'

const zone = process.env['TZ']
afterEach(() => {
  speak(english)
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

it.each([
  ['Etc/GMT+12', 'Feb 28, 2028', 'GMT-12'],
  ['UTC', 'Feb 29, 2028', 'UTC'],
  ['Pacific/Kiritimati', 'Mar 1, 2028', 'GMT+14'],
])(
  'in %s shows a moment on the reader’s own day with the zone, and leaves a plain date unshifted (PAGE-19)',
  (place, day, name) => {
    process.env['TZ'] = place
    const instant = place === 'Pacific/Kiritimati' ? '2028-02-29T10:00:00Z' : '2028-02-29T11:59:00Z'
    expect(describeMoment(instant)).toContain(day)
    expect(describeMoment(instant)).toContain(name)
    expect(describeDay('2028-02-29')).toBe('February 29, 2028')
  },
)

it.each([
  ['UTC', '2026-12-01'],
  ['Etc/GMT+12', '2026-11-30'],
  ['Pacific/Kiritimati', '2026-12-01'],
])('in %s the month of 21 November ends on %s of the reader’s calendar (USAGE-8)', (place, day) => {
  process.env['TZ'] = place
  expect(describeNextMonthStart(new Date('2026-11-21T10:00:00Z'))).toBe(day)
})

it('no line ends with the number of a German day, whose full stop would end the sentence (WORDS-15)', () => {
  speak({ ...english, tag: 'de', locale: 'de' })
  expect(describeDay('2026-12-01')).toBe('1.\u00a0Dezember 2026')
})
