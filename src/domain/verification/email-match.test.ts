import { expect, it } from 'vitest'
import { emailsMatch } from './email-match.ts'

it('ignores case and white space around the address (GATE-4)', () => {
  expect(emailsMatch('  Sam@Example.COM ', 'sam@example.com')).toBe(true)
})
it('takes no other address, and nothing for nothing', () => {
  expect(emailsMatch('sam@example.co', 'sam@example.com')).toBe(false)
  expect(emailsMatch('s am@example.com', 'sam@example.com')).toBe(false)
})
