import Stripe from 'stripe'

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
