/** What the environment says of Stripe. */
type Values = {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  STRIPE_API_BASE?: string | undefined
  STRIPE_PRICE_MONTHLY?: string | undefined
  STRIPE_PRICE_SIXMONTH?: string | undefined
  STRIPE_PRICE_ANNUAL?: string | undefined
  IDENTITY_PROVIDER: 'off' | 'stripe'
  STRIPE_IDENTITY_KEY?: string | undefined
  STRIPE_IDENTITY_WEBHOOK_SECRET?: string | undefined
}

/** For payments. Null: the simulator, or in production nothing. */
export function findStripe(values: Values) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  const {
    STRIPE_PRICE_MONTHLY: monthly,
    STRIPE_PRICE_SIXMONTH: sixmonth,
    STRIPE_PRICE_ANNUAL: annual,
  } = values
  if (!secretKey || !webhookSecret || !monthly || !sixmonth || !annual) return null
  return {
    secretKey,
    webhookSecret,
    prices: { monthly, sixmonth, annual },
    ...(values.STRIPE_API_BASE ? { apiBase: values.STRIPE_API_BASE } : {}),
  }
}

/** For checks of documents and faces. Null: nobody is asked; without keys the simulator is, where it runs. */
export function findIdentityProvider(values: Values) {
  if (values.IDENTITY_PROVIDER === 'off') return null
  const { STRIPE_IDENTITY_KEY: secretKey, STRIPE_IDENTITY_WEBHOOK_SECRET: webhookSecret } = values
  const apiBase = values.STRIPE_API_BASE ? { apiBase: values.STRIPE_API_BASE } : {}
  return { keys: secretKey && webhookSecret ? { secretKey, webhookSecret, ...apiBase } : null }
}
