import { z } from 'zod'
import {
  checkoutAnswerSchema,
  checkoutRequestSchema,
  portalAnswerSchema,
  portalRequestSchema,
  priceListSchema,
  subscriptionSchema,
} from '../subscription.ts'
import { usageSchema } from '../usage.ts'
import { type EndpointTable, kB } from './endpoint.ts'

export const planEndpoints = {
  'GET /api/usage': {
    summary: 'The tier in force and what is left of this month',
    who: 'account',
    status: 200,
    answer: usageSchema,
  },
  'GET /api/prices': {
    summary: 'The plans as the payment provider names them',
    who: 'anybody',
    status: 200,
    answer: priceListSchema,
  },
  'GET /api/subscription': {
    summary: 'How the person stands with the plans',
    who: 'account',
    status: 200,
    answer: subscriptionSchema,
  },
  'POST /api/subscription/refresh': {
    summary: 'Asks the payment provider how the person stands',
    who: 'account',
    limits: { account: { name: 'refresh-subscription', points: 30, seconds: 60 } },
    status: 200,
    answer: subscriptionSchema,
    problems: ['payments_unavailable'],
  },
  'POST /api/billing-portal': {
    summary: 'Opens the page where payments are managed',
    who: 'account',
    limits: { account: { name: 'billing-portal', points: 20, seconds: 60 } },
    maxBytes: 16 * kB,
    json: portalRequestSchema,
    status: 200,
    answer: portalAnswerSchema,
    problems: ['return_url_foreign', 'billing_unavailable', 'payments_unavailable'],
  },
  'POST /functions/v1/create-checkout-session': {
    summary: 'Opens the page where a plan is paid',
    who: 'account',
    refusedCaller: 'checkout_authentication_required',
    errorSays: 'detail',
    limits: { account: { name: 'checkout', points: 20, seconds: 60 } },
    maxBytes: 16 * kB,
    json: checkoutRequestSchema,
    status: 200,
    answer: checkoutAnswerSchema,
    problems: [
      'price_unknown',
      'return_url_foreign',
      'subscription_pending',
      'already_subscribed',
      'payments_unavailable',
    ],
  },
  'POST /functions/v1/stripe-webhook': {
    summary: 'Takes a signed notice of the payment provider',
    who: 'payment provider',
    fromOtherSites: true,
    maxBytes: 1024 * kB,
    signedJson: z.looseObject({}),
    status: 200,
    answer: z.object({ received: z.literal(true) }),
  },
} satisfies EndpointTable
