import { expect, it } from 'vitest'
import { explainProblem, type ProblemCode, problems } from './problem.ts'

const codes = Object.keys(problems) as ProblemCode[]

it.each(codes)('says of %s what happened, and what to do (ERROR-13)', (code) => {
  const { title, detail } = explainProblem(code)
  expect(title.trim()).toBe(title)
  expect(title.length).toBeGreaterThan(5)
  expect(detail).toMatch(/^[A-Z].{10,}/)
})

it('says when to come back, wherever something came too often; but nothing of others’ invitations (ERROR-14)', () => {
  const silent = codes.filter(
    (code) => problems[code].status === 429 && !explainProblem(code, 61).detail.includes('in 61 seconds'),
  )
  expect(silent).toEqual(['mailbox_full_of_invitations'])
})
