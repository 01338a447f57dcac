import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listNetworks } from '../../http/client.ts'
import { createFairQueue, type FairQueueOptions, QueueOverloaded, type Requester } from './index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const one = (network: string) => [{ network, shares: 1 }]

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`)

/** Work that ends on demand, and the order in which it began. */
function bench(options: FairQueueOptions = { capacity: 1 }) {
  const turns = createFairQueue(options)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = async (name: string, by: Requester | null) => {
    try {
      await turns.run(by, () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      })
      return 'done'
    } catch (error) {
      return error instanceof QueueOverloaded ? 'none' : error
    }
  }
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const end = async (name: string) => {
    await settle()
    ends.get(name)?.()
    await settle()
  }
  return { turns, take, begun, end, settle }
}

it('lets networks take turns, then the accounts and links within a network (ERROR-21)', async () => {
  const { take, begun, end } = bench()
  for (const name of ['a1', 'a2', 'a3']) void take(name, { networks: one('a'), sender: 'ann' })
  void take('a4', { networks: one('a'), sender: 'ben' })
  void take('b1', { networks: one('b'), sender: 'carl' })
  for (const name of ['a1', 'b1', 'a4', 'a2']) await end(name)
  expect(begun).toEqual(['a1', 'b1', 'a4', 'a2', 'a3'])
})

it('has two waiting places per account or link, and eight per network (ERROR-21)', async () => {
  const { take } = bench()
  const none: string[] = []
  const note = (name: string, by: Requester) =>
    take(name, by).then((how) => how === 'none' && none.push(name))
  for (const name of ['1', '2', '3', '4']) void note(name, { networks: one('a'), sender: 'ann' })
  void note('5', { networks: one('b'), sender: 'ann' })
  for (const name of ['6', '7', '8', '9', '10', '11', '12']) void note(name, { networks: one('a') })
  void note('13', { networks: one('b') })
  await vi.advanceTimersByTimeAsync(0)
  expect(none).toEqual(['4', '5', '12'])
})

it('gives a /48 with many networks one turn, and the places of sixteen /64s (ERROR-21, ERROR-70)', async () => {
  const { take, begun, end, settle } = bench()
  const none: string[] = []
  const wide = (at: number) => listNetworks(`2001:db8:1:${at.toString(16)}::1`)
  void take('first', { networks: wide(0) })
  for (let at = 1; at <= 140; at += 1)
    void take(`${at}`, { networks: wide(at * 256) }).then((how) => how === 'none' && none.push(`${at}`))
  for (let at = 141; at <= 180; at += 1)
    void take(`${at}`, { networks: listNetworks(`2001:db8:2:${at.toString(16)}::1`) }).then(
      (how) => how === 'none' && none.push(`${at}`),
    )
  void take('other', { networks: listNetworks('203.0.113.7') })
  await settle()
  expect(none).toEqual([...numbers(129, 140), ...numbers(173, 180)])
  for (const name of ['first', '141', 'other']) await end(name)
  expect(begun).toEqual(['first', '141', 'other', '1'])
})

it('puts unconfirmed accounts last, and for ten minutes askers whose work was ended (ERROR-21)', async () => {
  const { turns, take, begun, end } = bench()
  turns.penalise({ networks: one('a'), sender: 'ann' })
  void take('first', null)
  void take('unconfirmed', { networks: one('b'), sender: 'ben', isLast: true })
  void take('blamed', { networks: one('c'), sender: 'ann' })
  void take('usual', { networks: one('d'), sender: 'carl' })
  for (const name of ['first', 'usual', 'unconfirmed', 'blamed']) await end(name)
  expect(begun).toEqual(['first', 'usual', 'unconfirmed', 'blamed'])
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  void take('second', null)
  void take('unconfirmed again', { networks: one('b'), sender: 'ben', isLast: true })
  void take('forgiven', { networks: one('c'), sender: 'ann' })
  await end('second')
  expect(begun.at(-1)).toBe('forgiven')
})

it('gives the place of slow work to the next asker, but not to the same network or account (ERROR-21)', async () => {
  const { take, begun, end, settle } = bench({ capacity: 1, slowAfterMs: 1000 })
  void take('slow', { networks: one('a'), sender: 'ann' })
  void take('same network', { networks: one('a'), sender: 'ben' })
  void take('same account', { networks: one('b'), sender: 'ann' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(begun).toEqual(['slow'])
  void take('other', { networks: one('c') })
  await settle()
  expect(begun).toEqual(['slow', 'other'])
  await vi.advanceTimersByTimeAsync(2000)
  void take('waits', { networks: one('d') })
  expect(begun).toEqual(['slow', 'other'])
  await end('slow')
  expect(begun).toHaveLength(2)
  await end('other')
  expect(begun).toHaveLength(3)
})

it('rejects after 20 s without a turn, and never begins that work (ERROR-21)', async () => {
  const { take, begun, end } = bench()
  void take('long', { networks: one('a') })
  const late = take('late', { networks: one('b') })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await late).toBe('none')
  await end('long')
  expect(begun).toEqual(['long'])
})

it('ends the waiting when it is closed, and leaves no timer', async () => {
  const { turns, take, begun, end, settle } = bench()
  void take('first', { networks: one('a') })
  const waiting = take('second', { networks: one('b') })
  void take("the server's own", null)
  await settle()
  turns.close()
  expect(await waiting).toBe('none')
  expect(vi.getTimerCount()).toBe(0)
  await end('first')
  expect(begun).toEqual(['first'])
})

it('continues after work that failed', async () => {
  const turns = createFairQueue({ capacity: 1 })
  const failed = turns.run({ networks: one('a') }, () => Promise.reject(new Error('broken')))
  const worked = turns.run({ networks: one('a') }, () => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('broken')
  expect(await worked).toBe('done')
})
