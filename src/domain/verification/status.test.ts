import { expect, it } from 'vitest'
import { isOpen, isRecord, verificationStatuses } from './verification.ts'

it('accepts input at the link only while pending (STATE-4)', () => {
  expect(verificationStatuses.filter(isOpen)).toEqual(['pending'])
})
it('has a record once complete, even after a withdrawal', () => {
  expect(verificationStatuses.filter(isRecord)).toEqual(['verified', 'withdrawn'])
})
