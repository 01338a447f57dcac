import { expect, it } from 'vitest'
import { problems } from './problem.ts'

it.each(Object.entries(problems))(
  'says of %s what happened, and what to do (ERROR-13)',
  (_, { title, detail }) => {
    expect(title.trim()).toBe(title)
    expect(title.length).toBeGreaterThan(5)
    expect(detail).toMatch(/^[A-Z].{10,}/)
  },
)
