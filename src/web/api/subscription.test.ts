import { expect, it } from 'vitest'
import { readUrl } from './subscription.ts'

it('returns the address', () => {
  expect(readUrl({ success: true, url: 'https://pay.example/1' }, 200)).toBe('https://pay.example/1')
})
it.each([
  [null, 200, 'No data received from server'],
  ['text', 200, 'No data received from server'],
  [null, 502, 'There was a problem connecting to our payment service. Please try again later.'],
  [{}, 200, 'No checkout URL returned from server'],
  [{ url: '' }, 200, 'No checkout URL returned from server'],
  [{ error: 'The card shop is closed' }, 409, 'The card shop is closed'],
  [{ error: 'no', url: 'https://pay.example/1' }, 200, 'no'],
])('explains %j (%i) (PAY-3)', (answer, status, words) => {
  expect(() => readUrl(answer, status)).toThrow(words)
})
it('distinguishes a missing sign-in from an error of the checkout (PAY-2)', () => {
  const failure = (status: number) => {
    try {
      return readUrl({ error: 'You must be logged in to make a purchase' }, status)
    } catch (error) {
      return error
    }
  }
  expect(failure(401)).toMatchObject({ reason: 'signed-out' })
  expect(failure(422)).toMatchObject({ reason: 'other' })
})
