import { expect, it } from 'vitest'
import { isOpen, isRecord, verificationStatuses } from './verification.ts'

it('accepts something at the link only while pending (STATE-4)', () => {
  expect(verificationStatuses.filter(isOpen)).toEqual(['pending'])
})
it('has a record once complete, withdrawn since or not', () => {
  expect(verificationStatuses.filter(isRecord)).toEqual(['verified', 'withdrawn'])
})
