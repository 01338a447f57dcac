import { expect, it } from 'vitest'
import { doEmailsMatch } from './verification.ts'

it('ignores case and white space around the address (GATE-4)', () => {
  expect(doEmailsMatch('  Sam@Example.COM ', 'sam@example.com')).toBe(true)
})
it('rejects any other address', () => {
  expect(doEmailsMatch('sam@example.co', 'sam@example.com')).toBe(false)
  expect(doEmailsMatch('s am@example.com', 'sam@example.com')).toBe(false)
})
