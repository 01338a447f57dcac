import { expect, it } from 'vitest'
import { explainProblem, type ProblemCode, problems } from './problem.ts'

const codes = Object.keys(problems) as ProblemCode[]

it.each(codes)('explains %s and the next step (ERROR-13)', (code) => {
  const { title, detail } = explainProblem(code)
  expect(title.trim()).toBe(title)
  expect(title.length).toBeGreaterThan(5)
  expect(detail).toMatch(/^[A-Z].{10,}/)
})

it('gives the waiting time of every rate limit, except for other people’s invitations (ERROR-14)', () => {
  const silent = codes.filter(
    (code) => problems[code].status === 429 && !explainProblem(code, 61).detail.includes('in 61 seconds'),
  )
  expect(silent).toEqual(['mailbox_full_of_invitations'])
})
