import { expect, it } from 'vitest'
import { describeAuthFault } from './account-form.tsx'

const advice = 'Please check your credentials and try again.'
const broken = 'Something went wrong. Please try again.'

it("shows the service's message and the advice for wrong credentials (SIGNIN-5)", () => {
  const fault = { name: 'AuthApiError', code: 'invalid_credentials', message: 'Invalid login credentials' }
  expect(describeAuthFault(fault, advice, broken)).toBe(`Invalid login credentials. ${advice}`)
})

it("shows the service's message for every other error, with a way to sign in (SIGNIN-12)", () => {
  const fault = {
    name: 'AuthApiError',
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached. Choose a new password.',
  }
  expect(describeAuthFault(fault, advice, broken)).toBe(fault.message)
})

it("falls back when the service can't be reached, and never shows the browser's error (SIGNIN-5)", () => {
  const fault = { name: 'AuthRetryableFetchError', message: 'Failed to fetch', status: 0 }
  expect(describeAuthFault(fault, advice, broken)).toBe(broken)
})

it('falls back when the service has no message (SIGNIN-5)', () => {
  expect(
    describeAuthFault({ name: 'AuthApiError', code: 'invalid_credentials', message: '' }, advice, broken),
  ).toBe(advice)
})
