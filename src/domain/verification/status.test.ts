import { expect, it } from 'vitest'
import { canBecome, isOpen, verificationStatuses } from './status.ts'

it('accepts something at the link only while pending (STATE-4)', () => {
  expect(verificationStatuses.filter(isOpen)).toEqual(['pending'])
})
it('never leaves a closed status, and verified only by withdrawal (STATE-1)', () => {
  const moves = verificationStatuses.flatMap((from) =>
    verificationStatuses.filter((to) => canBecome(from, to)).map((to) => `${from} -> ${to}`),
  )
  expect(moves).toEqual([
    'pending -> verified',
    'pending -> rejected',
    'pending -> expired',
    'pending -> cancelled',
    'verified -> withdrawn',
  ])
})
