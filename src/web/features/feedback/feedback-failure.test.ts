import { expect, it } from 'vitest'
import type { Problem } from '../../../contract/problem.ts'
import { RequestFailure } from '../../api/request.ts'
import { describeFailure } from './feedback-dialog.tsx'

it.each([
  ['a lost connection', null, 'Please check your connection and try again.'],
  ['an ended session', 401, 'You’re no longer logged in. You can send it without your name.'],
  ['too many in an hour', 429, 'We’ve had several from you in the last hour. Please try again later.'],
  ['a broken server', 500, 'Something went wrong. Please try again.'],
  ['a proxy without the server', 502, 'Something went wrong. Please try again.'],
])('shows the next step after %s (FEEDBACK-6)', (_, status, sentence) => {
  expect(describeFailure(new RequestFailure(null, status))).toBe(sentence)
})

it('shows the time of the next try (ERROR-14)', () => {
  const problem: Problem = {
    type: 'about:blank',
    code: 'rate_limited',
    title: 'Too many requests',
    detail: 'Please try again in 12 minutes.',
    status: 429,
  }
  expect(describeFailure(new RequestFailure(problem, 429))).toBe(
    'We’ve had several from you in the last hour. Please try again in 12 minutes.',
  )
})

it('shows the same text for a fault in the page and in the server', () => {
  expect(describeFailure(new TypeError('x is not a function'))).toBe(
    'Something went wrong. Please try again.',
  )
})
