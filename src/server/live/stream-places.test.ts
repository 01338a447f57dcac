import { expect, it, vi } from 'vitest'
import { createStreamPlaces } from './routes.ts'

const limits = { total: 5, perNetwork: 3, perAccount: 2 }
const makeStream = (accountId: string, network: string) => ({ accountId, network, end: vi.fn() })

it('ends the oldest stream of an account that opens one too many, and frees its place (LIVE-5)', () => {
  const places = createStreamPlaces(limits)
  const streams = Array.from({ length: 10 }, () => makeStream('ada', 'home'))
  for (const stream of streams) expect(places.take(stream)).not.toBeNull()
  expect(streams.map(({ end }) => end.mock.calls.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
  expect(places.take(makeStream('bea', 'home'))).not.toBeNull()
})

it('limits one network to its share until a place is given back (LIVE-5)', () => {
  const places = createStreamPlaces(limits)
  const [leave] = ['a', 'b', 'c'].map((account) => places.take(makeStream(account, 'cafe')))
  expect(places.take(makeStream('d', 'cafe'))).toBeNull()
  expect(places.take(makeStream('d', 'home'))).not.toBeNull()
  leave?.()
  leave?.()
  expect(places.take(makeStream('e', 'cafe'))).not.toBeNull()
  expect(places.take(makeStream('f', 'cafe'))).toBeNull()
})

it('limits the places in total, for any networks', () => {
  const places = createStreamPlaces(limits)
  const taken = Array.from({ length: 8 }, (_, n) => places.take(makeStream(`person ${n}`, `network ${n}`)))
  expect(taken.filter(Boolean)).toHaveLength(5)
})
