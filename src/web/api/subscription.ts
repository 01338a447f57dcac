import { queryOptions } from '@tanstack/react-query'
import { fillAddress } from '../../contract/address.ts'
import type { Problem } from '../../contract/problem.ts'
import { planTimersMs } from '../../domain/plan/retry-schedule.ts'
import words from '../../words/en/frame.ts'
import ownPlanWords from '../../words/en/own-plan.ts'
import { proveSecondStep } from './second-step.ts'
import { findAccessToken, sendAuthorisedRequest } from './session.ts'

/** The person's plan; cached for 5 minutes (PLAN-12). */
export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/subscription', { signal }),
  staleTime: planTimersMs.cache,
})

/** The ids of the prices at the payment provider; they don't change while the page is open. */
export const priceListQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/prices', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * The reason why a checkout could not begin, as the text below "Checkout Error" (PAY-3). `reason` is set when the
 * checkout itself didn't fail: the person is signed out.
 */
export class CheckoutFailure extends Error {
  override readonly name = 'CheckoutFailure'
  readonly reason: 'signed-out' | 'other'

  constructor(message: string, reason: 'signed-out' | 'other' = 'other') {
    super(message)
    this.reason = reason
  }
}

/**
 * Requests the address of the payment page of a price; the browser comes back to /subscription/success or
 * /subscription/cancel. If it requires a code of their authenticator app, it waits for the code.
 * @throws CheckoutFailure for every failure, with a text for the person
 */
export async function createCheckoutSession(priceId: string): Promise<string> {
  const token = await findAccessToken().catch(() => {
    throw new CheckoutFailure(words.failure.payments)
  })
  if (token === null) throw new CheckoutFailure(words.failure.loginToBuy, 'signed-out')
  const { origin } = window.location
  const response = await fetch(fillAddress('POST /functions/v1/create-checkout-session'), {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({
      priceId,
      successUrl: `${origin}/subscription/success`,
      cancelUrl: `${origin}/subscription/cancel`,
    }),
  }).catch(() => {
    throw new CheckoutFailure(words.failure.payments)
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.status === 403 && (answer as Partial<Problem> | null)?.code === 'second_step_required') {
    await proveSecondStep()
    return createCheckoutSession(priceId)
  }
  return readUrl(answer, response.status)
}

/** Reads the response's `url`, or throws its `error` (PAY-3). */
export function readUrl(answer: unknown, status: number): string {
  if (typeof answer !== 'object' || answer === null)
    throw new CheckoutFailure(status >= 500 ? words.failure.payments : words.failure.noAnswer)
  const { url, error } = answer as { url?: unknown; error?: unknown }
  if (typeof error === 'string' && error !== '')
    throw new CheckoutFailure(error, status === 401 ? 'signed-out' : 'other')
  if (typeof url !== 'string' || url === '') throw new CheckoutFailure(ownPlanWords.noCheckoutUrl)
  return url
}
