import { expect, it } from 'vitest'
import { isAdultOn } from './limits.ts'

it('refuses a person who turns 18 later this year, though the years differ by 18 (SIGNUP-5)', () => {
  expect(isAdultOn('2008-12-31', '2026-11-21')).toBe(false)
})
it('admits a person on their 18th birthday (SIGNUP-5)', () => {
  expect(isAdultOn('2008-11-21', '2026-11-21')).toBe(true)
})
it('admits a person of 130 years, but not of 131', () => {
  expect(isAdultOn('1896-11-21', '2026-11-21')).toBe(true)
  expect(isAdultOn('1895-11-21', '2026-11-21')).toBe(false)
})
it('refuses a birth in the future and a mistyped century', () => {
  expect(isAdultOn('2030-01-01', '2026-11-21')).toBe(false)
  expect(isAdultOn('1090-01-01', '2026-11-21')).toBe(false)
})
it('rejects an invalid date', () => {
  expect(isAdultOn('yesterday', '2026-11-21')).toBe(false)
})
