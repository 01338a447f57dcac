/** Every address of the product's own API, as Hono patterns. The browser fills them with `fillPath`. */
export const paths = {
  profile: '/api/profile',
  sessions: '/api/sessions',
  session: '/api/sessions/:id',
  usage: '/api/usage',
  priceList: '/api/prices',
  subscription: '/api/subscription',
  refreshSubscription: '/api/subscription/refresh',
  billingPortal: '/api/billing-portal',
  documents: '/api/documents',
  documentUrl: '/api/documents/:id/url',
  documentFile: '/api/files/:bucket/:owner/:file',
  verifications: '/api/verifications',
  verification: '/api/verifications/:id',
  cancelVerification: '/api/verifications/:id/cancel',
  invitation: '/api/verifications/:id/invitation',
  thirdPartyEmail: '/api/verifications/:id/third-party-email',
  publicVerification: '/api/public/verifications/:id',
  gate: '/api/public/verifications/:id/gate',
  gateCode: '/api/public/verifications/:id/gate/code',
  thirdPartyView: '/api/public/verifications/:id/form',
  decline: '/api/public/verifications/:id/decline',
  live: '/api/live',
  feedback: '/api/feedback',
  record: '/api/records/:id',
  recordFile: '/api/records/:id/files/:file',
  recordWithdrawal: '/api/records/:id/withdrawal',
  recordLink: '/api/records/:id/link',
  recordCode: '/api/records/:id/code',
  recordCodeEntry: '/api/records/:id/code/entry',
  check: '/api/check',
  transparencyHead: '/api/transparency/head',
  transparencyInclusion: '/api/transparency/inclusion/:pdfSha256',
  transparencyConsistency: '/api/transparency/consistency',
  sealCertificate: '/api/transparency/certificate',
  recordChecker: '/api/transparency/check-record.mjs',
  apiDescription: '/api/openapi.json',
  thirdPartyUpload: '/functions/v1/third-party-upload',
  createCheckoutSession: '/functions/v1/create-checkout-session',
  stripeWebhook: '/functions/v1/stripe-webhook',
} as const

/** Fills the `:name` parts of a path, each percent-encoded. Throws on a name without a value: a bug of the caller. */
export function fillPath(path: string, values: Record<string, string>): string {
  return path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`path ${path} lacks ${name}`)
    return encodeURIComponent(value)
  })
}
