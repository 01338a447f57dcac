import { expect, it } from 'vitest'
import { createTurns } from './take-turns.ts'

const shares = { inAll: 5, perNetwork: 3, perAccount: 2 }

/** Work that ends when it is told to, and the order in which it was begun. */
function bench() {
  const turns = createTurns(shares)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const take = (network: string, account?: string) =>
    turns.take({ network, account }, () => {
      begun.push(network)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const settled = () => new Promise(setImmediate)
  const endOne = async () => {
    ends.shift()?.()
    await settled()
  }
  return { take, begun, endOne, settled }
}

it('works on one at a time, and lets the networks take turns', async () => {
  const { take, begun, endOne, settled } = bench()
  for (const network of ['many', 'many', 'many', 'one']) take(network)
  await settled()
  expect(begun).toEqual(['many'])
  for (let time = 0; time < 3; time += 1) await endOne()
  expect(begun).toEqual(['many', 'many', 'one', 'many'])
})

it('has no place for more than the shares of a network, of an account and of all', async () => {
  const { take, endOne, settled } = bench()
  await settled()
  expect([1, 2, 3, 4].map(() => take('a') !== null)).toEqual([true, true, true, false])
  expect(take('b', 'ann')).not.toBeNull()
  expect(take('c', 'ann')).not.toBeNull()
  expect(take('d')).toBeNull()
  await settled()
  await endOne()
  expect(take('d', 'ann')).toBeNull()
  expect(take('d')).not.toBeNull()
})

it('goes on after work that failed', async () => {
  const turns = createTurns(shares)
  const failed = turns.take({ network: 'a' }, () => Promise.reject(new Error('broken')))
  const worked = turns.take({ network: 'a' }, () => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('broken')
  expect(await worked).toBe('done')
})
