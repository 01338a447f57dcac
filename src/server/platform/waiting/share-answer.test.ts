import { expect, it } from 'vitest'
import { shareAnswer } from './index.ts'

it('asks once for all who ask before the answer is there, and anew after it', async () => {
  let asked = 0
  const answer = shareAnswer(async () => {
    asked += 1
    return asked
  })
  expect(await Promise.all(Array.from({ length: 50 }, answer))).toEqual(Array(50).fill(1))
  expect(await answer()).toBe(2)
})

it('tells all of them what could not be found out, and asks again after it', async () => {
  let isThere = false
  const answer = shareAnswer(async () => {
    if (!isThere) throw new Error('away')
    return 'here'
  })
  const both = await Promise.allSettled([answer(), answer()])
  expect(both.map((each) => each.status)).toEqual(['rejected', 'rejected'])
  isThere = true
  expect(await answer()).toBe('here')
})
