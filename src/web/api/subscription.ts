import { queryOptions } from '@tanstack/react-query'
import { planTimersMs } from '../../domain/plan/retry-schedule.ts'
import words from '../../words/en/frame.ts'
import ownPlanWords from '../../words/en/own-plan.ts'
import { describeFailure, findProblem } from './request.ts'
import { sendAuthorisedRequest } from './session.ts'

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
 * /subscription/cancel.
 * @throws CheckoutFailure for every failure, with a text for the person (PAY-3)
 */
export async function createCheckoutSession(priceId: string): Promise<string> {
  const { origin } = window.location
  const answer: unknown = await sendAuthorisedRequest('POST /functions/v1/create-checkout-session', {
    json: {
      priceId,
      successUrl: `${origin}/subscription/success`,
      cancelUrl: `${origin}/subscription/cancel`,
    },
  }).catch((failure: unknown) => {
    throw explain(failure)
  })
  const { url } = (answer ?? {}) as { url?: unknown }
  if (typeof url !== 'string' || url === '') throw new CheckoutFailure(ownPlanWords.noCheckoutUrl)
  return url
}

function explain(failure: unknown): CheckoutFailure {
  if (failure instanceof SyntaxError) return new CheckoutFailure(words.failure.noAnswer)
  const problem = findProblem(failure)
  if (!problem) return new CheckoutFailure(words.failure.payments)
  return new CheckoutFailure(describeFailure(failure), problem.status === 401 ? 'signed-out' : 'other')
}
