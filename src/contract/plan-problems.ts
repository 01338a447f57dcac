/** The refusals of plans and payments. */
export const planProblems = {
  age_allowance_spent: { status: 402 },
  person_allowance_spent: { status: 402 },
  plan_required: { status: 403 },
  checkout_authentication_required: { status: 401 },
  price_unknown: { status: 422 },
  return_url_foreign: { status: 422 },
  payments_unavailable: { status: 503 },
  subscription_pending: { status: 409 },
  already_subscribed: { status: 409 },
  billing_unavailable: { status: 409 },
  webhook_refused: { status: 400 },
} as const
