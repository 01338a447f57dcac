import { expect, it } from 'vitest'
import { RequestFailure } from '../../api/request.ts'
import { feedbackFailure } from './feedback-failure.ts'

it.each([
  ['a lost connection', null, 'Please check your connection and try again.'],
  ['an ended session', 401, 'You are no longer signed in. Send it again to send it without your name.'],
  ['too many in an hour', 429, 'Several came from here within an hour. Please try again later.'],
  ['a broken server', 500, 'Something went wrong on our side. Please try again.'],
  ['a proxy without the server', 502, 'Something went wrong on our side. Please try again.'],
])('says what to do after %s (FEEDBACK-6)', (_, status, sentence) => {
  expect(feedbackFailure(new RequestFailure(null, status))).toBe(sentence)
})

it('says the same of a fault of our own as of one of the server', () => {
  expect(feedbackFailure(new TypeError('x is not a function'))).toBe(
    'Something went wrong on our side. Please try again.',
  )
})
