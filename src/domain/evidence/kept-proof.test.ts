import { expect, it } from 'vitest'
import { computeKnownUntil, isUsable } from './kept-proof.ts'

it('ends after a year, or with its document, whichever is first (ONCE-2)', () => {
  expect(computeKnownUntil('2026-03-11', '2031-05-20')).toBe('2027-03-11')
  expect(computeKnownUntil('2026-03-11', '2026-06-01')).toBe('2026-06-01')
  expect(computeKnownUntil('2028-02-29', '2031-05-20')).toBe('2029-02-28')
})

const kept = { fullName: 'Łucja Nowak', birthDateAgrees: true, endsOn: '2027-03-11' }
const birthDate = { typed: '1990-04-17', profile: '1990-04-17' }
const use = { fullName: 'Łucja Nowak', day: '2027-03-10', birthDate }

it('can be used until the day before its end (ONCE-3)', () => {
  expect(isUsable(kept, use)).toBe(true)
  expect(isUsable(kept, { ...use, day: '2027-03-11' })).toBe(false)
})

it('can be used for the same words of a name, in any order and spelling (ONCE-3)', () => {
  expect(isUsable(kept, { ...use, fullName: 'NOWAK, Lucja' })).toBe(true)
  for (const fullName of ['Nowak', 'L Nowak', 'Łucja Maria Nowak', 'Anna Nowak', ''])
    expect(isUsable(kept, { ...use, fullName })).toBe(false)
})

it('can be used by a creator for the birth date of their profile, if the document agreed with it (ONCE-3)', () => {
  expect(isUsable(kept, { ...use, birthDate: { ...birthDate, typed: '1990-04-18' } })).toBe(false)
  expect(isUsable(kept, { ...use, birthDate: { ...birthDate, profile: null } })).toBe(false)
  expect(isUsable({ ...kept, birthDateAgrees: false }, use)).toBe(false)
  expect(isUsable({ ...kept, birthDateAgrees: false }, { ...use, birthDate: null })).toBe(true)
})
