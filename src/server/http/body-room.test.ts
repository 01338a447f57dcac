import { afterEach, expect, it, vi } from 'vitest'
import { createBodyRoom } from './body-room.ts'

afterEach(() => {
  vi.useRealTimers()
})

const limits = { inAll: 100, perNetwork: 60, perSender: 40, patienceMs: 1000, waitingPerNetwork: 2 }
const from = (network: string, sender: string, bytes = 20) => ({ network, sender, bytes })

it('gives a sender, a network and everybody their share', async () => {
  const room = createBodyRoom(limits)
  const taken: (() => void)[] = []
  const take = async (network: string, sender: string) => {
    const release = await Promise.race([room.take(from(network, sender)), Promise.resolve(undefined)])
    if (release) taken.push(release)
    return Boolean(release)
  }
  expect([await take('a', '1'), await take('a', '1'), await take('a', '1')]).toEqual([true, true, false])
  expect([await take('a', '2'), await take('a', '3')]).toEqual([true, false])
  expect([await take('b', '4'), await take('c', '5'), await take('d', '6')]).toEqual([true, true, false])
  expect(taken).toHaveLength(5)
})

it('hands room on in the order of waiting, past those whose share is full', async () => {
  const room = createBodyRoom(limits)
  const first = await room.take(from('a', '1', 40))
  const order: string[] = []
  const second = room.take(from('a', '1')).then(() => order.push('second'))
  await room.take(from('b', '2')).then(() => order.push('other'))
  first?.()
  first?.()
  await second
  expect(order).toEqual(['other', 'second'])
  expect(await Promise.race([room.take(from('c', '3', 80)), Promise.resolve('waits')])).toBe('waits')
})

it('does not keep anybody waiting for ever, nor a crowd at all, nor somebody who left', async () => {
  vi.useFakeTimers()
  const room = createBodyRoom(limits)
  await room.take(from('a', '1', 40))
  const left = new AbortController()
  const patient = room.take(from('a', '1'))
  const leaving = room.take({ ...from('a', '1'), signal: left.signal })
  expect(await room.take(from('a', '1'))).toBeNull()
  left.abort()
  expect(await leaving).toBeNull()
  vi.advanceTimersByTime(limits.patienceMs)
  expect(await patient).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})
