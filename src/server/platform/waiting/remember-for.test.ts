import { expect, it } from 'vitest'
import { ManualClock } from '../../testing/manual-clock.ts'
import { rememberFor } from './index.ts'

const clock = new ManualClock(new Date('2026-03-11T12:00:00.000Z'))

it('asks once for all callers within the interval, and again after it', async () => {
  let asked = 0
  const answer = rememberFor(clock, 1000, async () => {
    asked += 1
    return asked
  })
  expect(await Promise.all([answer(), answer()])).toEqual([1, 1])
  clock.advance(999)
  expect(await answer()).toBe(1)
  clock.advance(1)
  expect(await answer()).toBe(2)
})

it('asks again at once after a failure', async () => {
  let isThere = false
  const answer = rememberFor(clock, 1000, async () => {
    if (!isThere) throw new Error('away')
    return 'here'
  })
  await expect(answer()).rejects.toThrow('away')
  isThere = true
  expect(await answer()).toBe('here')
})
