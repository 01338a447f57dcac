import { Hono } from 'hono'
import { afterEach, expect, it, vi } from 'vitest'
import { createFairQueue } from '../platform/waiting/index.ts'
import type { AppEnv } from './app-env.ts'
import { listNetworks } from './client.ts'
import { takeUpload } from './upload.ts'

afterEach(() => {
  vi.useRealTimers()
})

const limits = {
  capacity: 100,
  maxHeld: { sender: 40, network: 60 },
  places: { sender: Infinity, network: 2, all: Infinity },
}
const from = (network: string, sender: string) => ({ networks: [{ network, shares: 1 }], sender })

it('limits the room of each sender, each network and all together', async () => {
  const room = createFairQueue(limits)
  const taken: (() => void)[] = []
  const take = async (network: string, sender: string) => {
    const release = await Promise.race([
      room.take(from(network, sender), { size: 20 }),
      Promise.resolve(undefined),
    ])
    if (release) taken.push(release)
    return Boolean(release)
  }
  expect([await take('a', '1'), await take('a', '1'), await take('a', '1')]).toEqual([true, true, false])
  expect([await take('a', '2'), await take('a', '3')]).toEqual([true, false])
  expect([await take('b', '4'), await take('c', '5'), await take('d', '6')]).toEqual([true, true, false])
  expect(taken).toHaveLength(5)
})

it('gives a /56 and a /48 at most two thirds of the room, however many clients are in them (ERROR-70)', async () => {
  const room = createFairQueue(limits)
  const take = async (ip: string) => {
    const by = { networks: listNetworks(ip), sender: ip }
    return Boolean(await Promise.race([room.take(by, { size: 20 }), Promise.resolve(null)]))
  }
  const taken = []
  for (let at = 0; at < 5; at += 1) taken.push(await take(`2001:db8:1:${at}::1`))
  expect(taken).toEqual([true, true, true, false, false])
  expect(await take('2001:db8:2::1')).toBe(true)
})

it('passes over waiters whose share is full', async () => {
  const room = createFairQueue(limits)
  const first = await room.take(from('a', '1'), { size: 40 })
  const order: string[] = []
  const second = room.take(from('a', '1'), { size: 20 }).then(() => order.push('second'))
  await room.take(from('b', '2'), { size: 20 }).then(() => order.push('other'))
  first?.()
  first?.()
  await second
  expect(order).toEqual(['other', 'second'])
  expect(await Promise.race([room.take(from('c', '3'), { size: 80 }), Promise.resolve('waits')])).toBe(
    'waits',
  )
})

it('stops waiting after a timeout, beyond the limit per network, or when the sender disconnects', async () => {
  vi.useFakeTimers()
  const room = createFairQueue(limits)
  await room.take(from('a', '1'), { size: 40 })
  const left = new AbortController()
  const patient = room.take(from('a', '1'), { size: 20 })
  const leaving = room.take(from('a', '1'), { size: 20, signal: left.signal })
  expect(await room.take(from('a', '1'), { size: 20 })).toBeNull()
  left.abort()
  expect(await leaving).toBeNull()
  vi.advanceTimersByTime(20_000)
  expect(await patient).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})

it('refuses an upload without room as rate limited, with or without a Content-Length (UPLOAD-37)', async () => {
  const room = createFairQueue({ ...limits, capacity: 60, places: { ...limits.places, network: 0 } })
  for (const [bytes, ip] of [
    [40, '198.51.100.9'],
    [20, '198.51.100.10'],
  ] as const)
    expect(await room.take({ networks: listNetworks(ip) }, { size: bytes })).not.toBeNull()
  const app = new Hono<AppEnv>().post('/', async (c) => {
    c.set('bodyRoom', room)
    c.set('clientIp', '203.0.113.7')
    return c.json(await takeUpload(c, 'ann', () => Promise.reject(new Error('it was read'))))
  })
  for (const headers of [{}, { 'content-length': '5' }] as Record<string, string>[]) {
    const answer = await app.request('/', { method: 'POST', headers, body: 'hello' })
    expect(await answer.json()).toMatchObject({ refused: 'rate_limited', retryAfterSeconds: 5 })
  }
})
