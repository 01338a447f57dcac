import { expect, it } from 'vitest'
import { waitMark } from '../domain/wait-words.ts'
import { problems } from './problem.ts'

it.each(Object.entries(problems))(
  'says of %s what happened, and what to do (ERROR-13)',
  (_, { title, detail }) => {
    expect(title.trim()).toBe(title)
    expect(title.length).toBeGreaterThan(5)
    expect(detail).toMatch(/^[A-Z].{10,}/)
  },
)

it('says when to come back, wherever something came too often; but nothing of others’ invitations (ERROR-14)', () => {
  const silent = Object.entries(problems).filter(
    ([, { status, detail }]) => status === 429 && !detail.includes(waitMark),
  )
  expect(silent.map(([code]) => code)).toEqual(['mailbox_full_of_invitations'])
})
