import { expect, it } from 'vitest'
import { shareAnswer } from './index.ts'

it('asks once for all callers before the answer, and again after it', async () => {
  let asked = 0
  const answer = shareAnswer(async () => {
    asked += 1
    return asked
  })
  expect(await Promise.all(Array.from({ length: 50 }, answer))).toEqual(Array(50).fill(1))
  expect(await answer()).toBe(2)
})

it('rejects for all callers when the request fails, and asks again after that', async () => {
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
