import type Stripe from 'stripe'

/** How far a webhook's timestamp may lie from our clock, in seconds, in either direction (Stripe's default for the past). */
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

/** The only timestamp of a signature header, in seconds; null when there is none, or more than one to choose from. */
function parseTimestamp(signature: string | undefined): number | null {
  const timestamps = (signature ?? '').split(',').filter((part) => part.startsWith('t='))
  const [only] = timestamps
  return timestamps.length === 1 && only && /^t=\d{1,12}$/.test(only) ? Number(only.slice(2)) : null
}
