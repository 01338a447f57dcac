import { expect, it } from 'vitest'
import { moveToToday } from './use-wizard.ts'

it('updates a prefilled date with the calendar, also over midnight (CREATE-7)', () => {
  const yesterday = { date: '2026-11-21', filledIn: '2026-11-21' }
  expect(moveToToday(yesterday, '2026-11-22')).toEqual({ date: '2026-11-22', filledIn: '2026-11-22' })
  expect(moveToToday(yesterday, '2026-11-21')).toEqual(yesterday)
})

it('keeps a date that the person typed, so that it is refused rather than changed', () => {
  const written = { date: '1999-01-01', filledIn: '2026-11-21' }
  expect(moveToToday(written, '2026-11-22')).toEqual(written)
})
