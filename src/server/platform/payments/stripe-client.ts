import Stripe from 'stripe'
import { customerUnknown, PaymentsUnavailable } from './payments.ts'

export type StripeClientOptions = {
  secretKey: string
  /** An address other than Stripe's, such as the simulator's: `http://127.0.0.1:4242`. */
  apiBase?: string
}

/** The official SDK, with the product's timeout and retries, and without telemetry. */
export function createStripeClient({ secretKey, apiBase }: StripeClientOptions): Stripe {
  return new Stripe(secretKey, {
    ...(apiBase ? parseAddress(apiBase) : {}),
    maxNetworkRetries: 2,
    timeout: 15_000,
    telemetry: false,
  })
}

function parseAddress(apiBase: string) {
  const { protocol, hostname, port } = new URL(apiBase)
  return {
    host: hostname,
    ...(port ? { port } : {}),
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
  }
}

/** Converts every failure of the provider to PaymentsUnavailable; errors in the product's code stay unchanged. */
export async function callStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      throw new PaymentsUnavailable(`${error.type} ${error.code ?? ''}`.trim(), { cause: error })
    throw error
  }
}

/** Like `callStripe`, for requests about a customer whom the provider may not know. */
export async function callStripeForCustomer<T>(ask: () => Promise<T>): Promise<T | typeof customerUnknown> {
  return callStripe(async () => {
    try {
      return await ask()
    } catch (error) {
      if (
        error instanceof Stripe.errors.StripeInvalidRequestError &&
        error.code === 'resource_missing' &&
        error.param === 'customer'
      )
        return customerUnknown
      throw error
    }
  })
}

/**
 * The tolerance between a webhook's timestamp and this machine's clock, in seconds, in both directions (Stripe's
 * default for the past).
 */
const toleranceSeconds = 300

/** The event in a webhook's raw body, or null when its signature is missing, wrong, or outside the tolerance. */
export function parseEvent(
  stripe: Stripe,
  webhookSecret: string,
  rawBody: string,
  signature: string | undefined,
  receivedAt: Date,
): Stripe.Event | null {
  const signedAtSeconds = parseTimestamp(signature)
  // The SDK checks only the past.
  const isFromTheFuture =
    signedAtSeconds !== null && signedAtSeconds * 1000 > receivedAt.getTime() + toleranceSeconds * 1000
  if (!signature || signedAtSeconds === null || isFromTheFuture) return null
  try {
    return stripe.webhooks.constructEvent(
      rawBody,
      signature,
      webhookSecret,
      toleranceSeconds,
      undefined,
      receivedAt.getTime(),
    )
  } catch {
    return null
  }
}

/** The only timestamp of a signature header, in seconds; null when there is none or more than one. */
function parseTimestamp(signature: string | undefined): number | null {
  const timestamps = (signature ?? '').split(',').filter((part) => part.startsWith('t='))
  const [only] = timestamps
  return timestamps.length === 1 && only && /^t=\d{1,12}$/.test(only) ? Number(only.slice(2)) : null
}
