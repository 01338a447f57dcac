import Stripe from 'stripe'
import { customerUnknown, PaymentsUnavailable } from './payments.ts'

export type StripeClientOptions = {
  secretKey: string
  /** Another address than Stripe's, as the simulator's: `http://127.0.0.1:4242`. */
  apiBase?: string
}

/** The official SDK, with our patience and without telemetry. */
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

/** Turns every failure of the provider into one kind of error; mistakes of the product stay as they are. */
export async function askStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      throw new PaymentsUnavailable(`${error.type} ${error.code ?? ''}`.trim(), { cause: error })
    throw error
  }
}

/** The same, for a question about a customer whom the provider may not know. */
export async function askAboutCustomer<T>(ask: () => Promise<T>): Promise<T | typeof customerUnknown> {
  return askStripe(async () => {
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
 * How far a webhook's timestamp may lie from our clock, in seconds, in either direction (Stripe's default for the
 * past).
 */
const toleranceSeconds = 300

/** The event in a webhook's raw body, or null when its signature is missing, wrong, or out of time. */
export function parseEvent(
  stripe: Stripe,
  webhookSecret: string,
  rawBody: string,
  signature: string | undefined,
  receivedAt: Date,
): Stripe.Event | null {
  const signedAtSeconds = parseTimestamp(signature)
  // The SDK bounds the past only.
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

/** The only timestamp of a signature header, in seconds; null without one, or with several. */
function parseTimestamp(signature: string | undefined): number | null {
  const timestamps = (signature ?? '').split(',').filter((part) => part.startsWith('t='))
  const [only] = timestamps
  return timestamps.length === 1 && only && /^t=\d{1,12}$/.test(only) ? Number(only.slice(2)) : null
}
