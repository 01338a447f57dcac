import { multipart, personCreation } from './people.ts'
import { photoWithPlace } from './sample-files.ts'
import type { Caller, PassKind, SixCallers } from './six-callers.ts'

/** One route: who may call it, and a call of which nothing but its caller can be wrong. */
export type RouteRow = {
  who: Who
  /** Where its parameters lead; without it the pattern is the address. */
  address?: (world: SixCallers) => string
  json?: (world: SixCallers) => unknown
  form?: (world: SixCallers) => Promise<FormData>
  /** Which pass the callers show; without it that of the gate. */
  passKind?: PassKind
}

type Refusals = Partial<Record<Caller, number | undefined>>

const noPasses = (status: number): Refusals => ({
  'foreign pass': status,
  pass: status,
  garbage: status,
  expired: status,
})
const everyone = (status: number): Refusals => ({
  nobody: status,
  stranger: status,
  owner: status,
  ...noPasses(status),
})

/** Who may call a route, each with the status that everybody else gets. Who is missing from the list of the refused may. */
export const refusals = {
  anybody: {},
  'anybody, but nobody who shows what is no session': noPasses(401),
  'an account': { nobody: 401, ...noPasses(401) },
  // The published client tells a session that ended from none by these.
  'an account, of the auth service': { nobody: 401, ...noPasses(403) },
  'its owner': { nobody: 401, stranger: 404, ...noPasses(401) },
  'the holder of this pass': { ...everyone(401), owner: 403, pass: undefined },
  'a party of this record': { ...everyone(404), owner: undefined, pass: undefined },
  'the holder of this link': { ...everyone(404), pass: undefined },
  'whoever brings the password or the mailed code': everyone(400),
  'whoever opens the mailed link': everyone(403),
  'whoever has the signed address': everyone(403),
  'the payment provider, by its signature': everyone(400),
  'this machine': everyone(404),
} satisfies Record<string, Refusals>

export type Who = keyof typeof refusals

const verification = (path: string) => (w: SixCallers) => path.replace(':id', w.verificationId)
const record = (path: string) => (w: SixCallers) => path.replace(':id', w.recordId)
const account: RouteRow = { who: 'an account' }
const anybody: RouteRow = { who: 'anybody' }
const thisMachine: RouteRow = { who: 'this machine' }

/** What answers or looks at every address below a pattern, before or after the routes: none of it lets anybody in. */
export const everyAddress = [
  '/*',
  '/api/*',
  '/auth/*',
  '/auth/v1/*',
  '/functions/*',
  '/dev/*',
  '/dev/outbox/*',
]

/** Every route of the product. A new one is not served before it stands here. Those that end something come last. */
export const routeTable: Record<string, RouteRow> = {
  'GET /healthz': anybody,
  'GET /readyz': anybody,
  'GET /metrics': thisMachine,
  'GET /dev/outbox': thisMachine,
  'GET /dev/outbox/:name': thisMachine,
  'GET /dev/outbox/:name/html': thisMachine,
  'GET /robots.txt': anybody,
  'GET /sitemap.xml': anybody,
  'GET /*': anybody,

  'GET /auth/v1/health': anybody,
  'GET /auth/v1/settings': anybody,
  'GET /auth/v1/.well-known/jwks.json': anybody,
  'POST /auth/v1/signup': anybody,
  'POST /auth/v1/recover': anybody,
  'POST /auth/v1/resend': anybody,
  'POST /auth/v1/otp': anybody,
  'POST /auth/v1/token': {
    who: 'whoever brings the password or the mailed code',
    address: () => '/auth/v1/token?grant_type=password',
    json: (w) => ({ email: w.owner.email, password: 'Correct-Horse-8' }),
  },
  'GET /auth/v1/verify': anybody,
  'POST /auth/v1/verify': {
    who: 'whoever opens the mailed link',
    json: () => ({ type: 'recovery', token_hash: 'f'.repeat(56) }),
  },
  // Looking tells whoever holds no link that there is none.
  'POST /auth/v1/links/look': { ...anybody, json: () => ({ type: 'recovery', token: 'f'.repeat(43) }) },
  'POST /auth/v1/links/use': {
    who: 'whoever opens the mailed link',
    json: () => ({ type: 'recovery', token: 'f'.repeat(43) }),
  },
  'GET /auth/v1/user': { who: 'an account, of the auth service' },
  'GET /auth/v1/reauthenticate': { who: 'an account, of the auth service' },

  'GET /api/openapi.json': anybody,
  'GET /api/profile': account,
  'GET /api/sessions': account,
  'GET /api/live': account,
  'GET /api/usage': account,
  'GET /api/prices': anybody,
  'GET /api/subscription': account,
  'POST /api/subscription/refresh': account,
  'POST /api/billing-portal': { ...account, json: () => ({ returnUrl: 'http://localhost:3000/settings' }) },
  'POST /functions/v1/create-checkout-session': {
    ...account,
    json: () => ({
      priceId: 'price_monthly',
      successUrl: 'http://localhost:3000/subscription/success',
      cancelUrl: 'http://localhost:3000/subscription/cancel',
    }),
  },
  'POST /functions/v1/stripe-webhook': {
    who: 'the payment provider, by its signature',
    json: () => ({ id: 'evt_1', object: 'event', type: 'customer.subscription.updated' }),
  },
  'POST /api/feedback': {
    who: 'anybody, but nobody who shows what is no session',
    json: () => ({ rating: 5, comment: 'Good' }),
  },

  'POST /api/documents': {
    ...account,
    form: async () => multipart({ category: 'selfie' }, await photoWithPlace()),
  },
  'GET /api/documents/:id/url': { who: 'its owner', address: (w) => `/api/documents/${w.documentId}/url` },
  'GET /api/files/:bucket/:owner/:file': {
    who: 'whoever has the signed address',
    address: (w) => new URL(w.fileUrl, 'http://localhost').pathname,
  },
  'GET /api/verifications': account,
  'POST /api/verifications': { ...account, json: () => personCreation() },
  'GET /api/verifications/:id': { who: 'its owner', address: verification('/api/verifications/:id') },
  'POST /api/verifications/:id/invitation': {
    who: 'its owner',
    address: verification('/api/verifications/:id/invitation'),
  },
  'PATCH /api/verifications/:id/third-party-email': {
    who: 'its owner',
    address: verification('/api/verifications/:id/third-party-email'),
    // The address that stands: another would end the pass of the calls after this one.
    json: () => ({ thirdPartyEmail: 'sam@example.com' }),
  },

  'GET /api/public/verifications/:id': { ...anybody, address: verification('/api/public/verifications/:id') },
  'POST /api/public/verifications/:id/gate': anybody,
  'POST /api/public/verifications/:id/gate/code': anybody,
  'GET /api/public/verifications/:id/form': {
    who: 'the holder of this pass',
    address: verification('/api/public/verifications/:id/form'),
  },
  'POST /functions/v1/third-party-upload': {
    who: 'the holder of this pass',
    form: async (w) => {
      const fields = { formId: w.verificationId, fileName: `${w.verificationId}/selfie-1.jpg` }
      return multipart({ ...fields, verificationType: 'age' }, await photoWithPlace())
    },
  },

  'GET /api/records/:id': {
    who: 'a party of this record',
    address: record('/api/records/:id'),
    passKind: 'record',
  },
  'GET /api/records/:id/files/:file': {
    who: 'a party of this record',
    address: record('/api/records/:id/files/record.pdf'),
    passKind: 'record',
  },
  'POST /api/records/:id/link': anybody,
  'POST /api/records/:id/code': {
    who: 'the holder of this link',
    address: record('/api/records/:id/code'),
    passKind: 'record',
  },
  'POST /api/records/:id/code/entry': {
    who: 'the holder of this link',
    address: record('/api/records/:id/code/entry'),
    json: () => ({ code: '123456' }),
    passKind: 'record',
  },
  'POST /api/check': anybody,
  'GET /api/transparency/head': anybody,
  'GET /api/transparency/inclusion/:pdfSha256': anybody,
  'GET /api/transparency/consistency': anybody,
  'GET /api/transparency/certificate': anybody,
  'GET /api/transparency/check-record.mjs': anybody,

  'PATCH /api/profile': { ...account, json: () => ({ full_name: 'Another Name' }) },
  'POST /api/verifications/:id/cancel': {
    who: 'its owner',
    address: (w) => `/api/verifications/${w.otherVerificationId}/cancel`,
  },
  'POST /api/public/verifications/:id/decline': {
    who: 'the holder of this pass',
    address: verification('/api/public/verifications/:id/decline'),
    json: () => ({ reason: null }),
  },
  'POST /api/records/:id/withdrawal': {
    who: 'a party of this record',
    address: record('/api/records/:id/withdrawal'),
    passKind: 'record',
  },
  'DELETE /api/sessions/:id': { who: 'its owner', address: (w) => `/api/sessions/${w.otherSessionId}` },
  'PUT /auth/v1/user': { who: 'an account, of the auth service', json: () => ({ data: { note: 'mine' } }) },
  'POST /auth/v1/logout': { who: 'an account, of the auth service' },
}
