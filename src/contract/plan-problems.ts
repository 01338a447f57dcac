/** The refusals of plans and payments. */
export const planProblems = {
  age_allowance_spent: {
    status: 402,
    title: 'Subscription limit reached',
    detail: 'Please upgrade your plan to create more age verifications',
  },
  person_allowance_spent: {
    status: 402,
    title: 'Subscription limit reached',
    detail: 'Please upgrade your plan to create more person verifications',
  },
  plan_required: {
    status: 403,
    title: 'Upgrade Plan',
    detail: "The third party's photo and ID are part of the paid plans.",
  },
  checkout_authentication_required: {
    status: 401,
    title: 'Authentication required',
    detail: 'You must be logged in to make a purchase',
  },
  price_unknown: {
    status: 422,
    title: 'Checkout Error',
    detail: 'There was a problem initiating checkout. Please try again.',
  },
  return_url_foreign: {
    status: 422,
    title: 'Checkout Error',
    detail: 'There was a problem initiating checkout. Please try again.',
  },
  payments_unavailable: {
    status: 503,
    title: 'Checkout Error',
    detail: 'There was a problem connecting to our payment service. Please try again later.',
  },
  subscription_pending: {
    status: 409,
    title: 'Subscription Pending',
    detail: 'Your subscription is being processed',
  },
  already_subscribed: {
    status: 409,
    title: 'You already have this plan',
    detail: 'Use Manage billing to change or cancel it.',
  },
  billing_unavailable: {
    status: 409,
    title: 'There is no billing to manage yet',
    detail: 'Choose a plan first.',
  },
  webhook_refused: {
    status: 400,
    title: 'The signature is missing, wrong or out of time',
    detail: 'Nothing was believed of this message.',
  },
} as const
