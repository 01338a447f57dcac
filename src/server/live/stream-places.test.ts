import { expect, it, vi } from 'vitest'
import { createStreamPlaces } from './routes.ts'

const limits = { inAll: 5, perNetwork: 3, perAccount: 2 }
const somebody = (accountId: string, network: string) => ({ accountId, network, end: vi.fn() })

it('ends the oldest stream of an account that opens one too many, and gives its place away (LIVE-5)', () => {
  const places = createStreamPlaces(limits)
  const streams = Array.from({ length: 10 }, () => somebody('ada', 'home'))
  for (const stream of streams) expect(places.take(stream)).not.toBeNull()
  expect(streams.map(({ end }) => end.mock.calls.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
  expect(places.take(somebody('bea', 'home'))).not.toBeNull()
})

it('gives one network its share and no more, until a place is given back (LIVE-5)', () => {
  const places = createStreamPlaces(limits)
  const [leave] = ['a', 'b', 'c'].map((account) => places.take(somebody(account, 'cafe')))
  expect(places.take(somebody('d', 'cafe'))).toBeNull()
  expect(places.take(somebody('d', 'home'))).not.toBeNull()
  leave?.()
  leave?.()
  expect(places.take(somebody('e', 'cafe'))).not.toBeNull()
  expect(places.take(somebody('f', 'cafe'))).toBeNull()
})

it('has so many places in all, for any networks', () => {
  const places = createStreamPlaces(limits)
  const taken = Array.from({ length: 8 }, (_, n) => places.take(somebody(`person ${n}`, `network ${n}`)))
  expect(taken.filter(Boolean)).toHaveLength(5)
})
