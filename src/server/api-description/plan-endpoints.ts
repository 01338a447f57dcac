import { z } from 'zod'
import { paths } from '../../contract/paths.ts'
import {
  checkoutAnswerSchema,
  checkoutRequestSchema,
  portalAnswerSchema,
  portalRequestSchema,
  priceListSchema,
  subscriptionSchema,
} from '../../contract/subscription.ts'
import { usageSchema } from '../../contract/usage.ts'
import type { Endpoint } from './endpoint.ts'

export const planEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: paths.usage,
    summary: 'The tier in force and what is left of this month',
    callers: ['account'],
    status: 200,
    answer: usageSchema,
  },
  {
    method: 'get',
    path: paths.priceList,
    summary: 'The plans as the payment provider names them',
    callers: [],
    status: 200,
    answer: priceListSchema,
  },
  {
    method: 'get',
    path: paths.subscription,
    summary: 'How the person stands with the plans',
    callers: ['account'],
    status: 200,
    answer: subscriptionSchema,
  },
  {
    method: 'post',
    path: paths.refreshSubscription,
    summary: 'Asks the payment provider how the person stands',
    callers: ['account'],
    status: 200,
    answer: subscriptionSchema,
  },
  {
    method: 'post',
    path: paths.billingPortal,
    summary: 'Opens the page where payments are managed',
    callers: ['account'],
    json: portalRequestSchema,
    status: 200,
    answer: portalAnswerSchema,
  },
  {
    method: 'post',
    path: paths.createCheckoutSession,
    summary: 'Opens the page where a plan is paid',
    callers: ['account'],
    json: checkoutRequestSchema,
    status: 200,
    answer: checkoutAnswerSchema,
  },
  {
    method: 'post',
    path: paths.stripeWebhook,
    summary: 'Takes a signed notice of the payment provider',
    callers: [],
    json: z.looseObject({}),
    status: 200,
    answer: z.looseObject({}),
  },
]
