import { expect, it } from 'vitest'
import * as transition from './transition.ts'
import { verificationStatuses } from './verification.ts'

const all = [
  transition.create(),
  transition.complete(),
  transition.decline(),
  transition.endUnderAge(),
  transition.cancel('creator'),
  transition.expire(),
  transition.withdraw('third_party'),
]

it('keeps a closed status, except that verified becomes withdrawn (STATE-1)', () => {
  expect(all.map(({ from, to, by }) => `${from} -> ${to} by ${by}`)).toEqual([
    'null -> pending by creator',
    'pending -> verified by system',
    'pending -> rejected by third_party',
    'pending -> rejected by system',
    'pending -> cancelled by creator',
    'pending -> expired by system',
    'verified -> withdrawn by third_party',
  ])
  expect(Object.keys(transition)).toHaveLength(all.length)
})
it('covers every status', () => {
  expect(new Set(all.map(({ to }) => to))).toEqual(new Set(verificationStatuses))
})
