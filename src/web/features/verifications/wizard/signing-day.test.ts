import { expect, it } from 'vitest'
import { moveToToday } from './use-wizard.ts'

it('moves a date that was filled in on with the calendar, over midnight too (CREATE-7)', () => {
  const yesterday = { date: '2026-11-21', filledIn: '2026-11-21' }
  expect(moveToToday(yesterday, '2026-11-22')).toEqual({ date: '2026-11-22', filledIn: '2026-11-22' })
  expect(moveToToday(yesterday, '2026-11-21')).toEqual(yesterday)
})

it('leaves a date that the person wrote, to be refused rather than changed', () => {
  const written = { date: '1999-01-01', filledIn: '2026-11-21' }
  expect(moveToToday(written, '2026-11-22')).toEqual(written)
})
