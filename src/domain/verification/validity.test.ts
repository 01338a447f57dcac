import { expect, it } from 'vitest'
import { computeValidUntil } from './validity.ts'

const submittedAt = new Date('2026-03-28T22:30:00.250Z')

it.each([
  ['24_hours', '2026-03-29T22:30:00.250Z'],
  ['7_days', '2026-04-04T22:30:00.250Z'],
] as const)('ends %s to the millisecond after the submission (VALID-3)', (validity, end) => {
  expect(computeValidUntil(validity, submittedAt)?.toISOString()).toBe(end)
})

it('has no end where the consent is valid until it is withdrawn (VALID-1)', () => {
  expect(computeValidUntil('until_withdrawn', submittedAt)).toBeNull()
})
