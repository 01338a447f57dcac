import { expect, it } from 'vitest'
import { computeHoldEnd, findHoldEnd, findHoldReasonFault } from './legal-hold.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))

it('accepts a reason of 10 to 500 code points, without control characters (HOLD-2)', () => {
  expect(findHoldReasonFault('  too short  ')).toBe('short')
  expect(findHoldReasonFault('🦊🦊🦊🦊🦊🦊')).toBe('short')
  expect(findHoldReasonFault('I was hurt')).toBeNull()
  expect(findHoldReasonFault('I reported it.\nThe police asked for the IDs.')).toBeNull()
  expect(findHoldReasonFault('🦊'.repeat(500))).toBeNull()
  expect(findHoldReasonFault('x'.repeat(501))).toBe('long')
  expect(findHoldReasonFault(`I reported it ${String.fromCharCode(7)}`)).toBe('notPlain')
})

it('ends 180 days after it was set (HOLD-3)', () => {
  expect(computeHoldEnd(new Date('2026-03-11T12:00:00Z'))).toEqual(new Date('2026-09-07T12:00:00Z'))
})

it('keeps files until the last hold in force ends (HOLD-4)', () => {
  expect(findHoldEnd([], day(1))).toBeNull()
  const holds = [
    { endsAt: day(10), endedAt: null },
    { endsAt: day(20), endedAt: null },
    { endsAt: day(30), endedAt: day(2) },
  ]
  expect(findHoldEnd(holds, day(9))).toEqual(day(20))
  expect(findHoldEnd(holds, day(19))).toEqual(day(20))
  expect(findHoldEnd(holds, day(20))).toBeNull()
})
