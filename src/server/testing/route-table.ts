import { type EndpointName, type Who as EndpointWho, endpoints } from '../../contract/endpoints.ts'
import { registration } from './auth-caller.ts'
import { makeDraft } from './drafts.ts'
import { multipart, personCreation } from './people.ts'
import { photoWithPlace } from './sample-files.ts'
import type { Caller, PassKind, SixCallers } from './six-callers.ts'

/** A call that is valid except for its caller. */
type Sample = {
  /** The path with its parameters; by default the pattern, with the verification or record as `:id`. */
  address?: (world: SixCallers) => string
  json?: (world: SixCallers) => unknown
  form?: (world: SixCallers) => Promise<FormData>
}

/** One route: its permitted callers, and a call of it. */
export type RouteRow = Sample & {
  who: Who
  /** The kind of pass that callers send; by default the gate's. */
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
  'signed out': status,
  stranger: status,
  owner: status,
  ...noPasses(status),
})

/** For each kind of permitted caller, the status that all others get. A caller who isn't listed is permitted. */
const refusalsOfEndpoints: Record<EndpointWho, Refusals> = {
  public: {},
  visitor: {},
  'account or anonymous': noPasses(401),
  account: { 'signed out': 401, ...noPasses(401) },
  owner: { 'signed out': 401, stranger: 404, ...noPasses(401) },
  'pass holder': { ...everyone(401), owner: 403, pass: undefined },
  uploader: { ...everyone(401), owner: 403, pass: undefined },
  party: { ...everyone(404), owner: undefined, pass: undefined },
  reader: { ...everyone(404), owner: undefined, pass: undefined },
  'link holder': { ...everyone(404), pass: undefined },
  'address holder': everyone(403),
  'wallet browser': everyone(404),
  'payment provider': everyone(400),
  'mailbox reader': everyone(401),
}
export const refusals = {
  ...refusalsOfEndpoints,
  // By these the published client tells an expired session from a missing one.
  'account, of the auth service': { 'signed out': 401, ...noPasses(403) },
  'owner, of the auth service': { 'signed out': 401, stranger: 404, ...noPasses(403) },
  'the holder of the password or the mailed code': everyone(400),
  'the holder of the mailed link': everyone(403),
  'this machine': everyone(404),
} satisfies Record<string, Refusals>

export type Who = keyof typeof refusals

const publicRoute: RouteRow = { who: 'public' }
const thisMachine: RouteRow = { who: 'this machine' }

/** Handlers for every path below a pattern, before or after the routes: none of them grants access. */
export const everyAddress = [
  '/*',
  '/api/*',
  '/auth/*',
  '/auth/v1/*',
  '/functions/*',
  '/dev/*',
  '/dev/outbox/*',
]

const walletBeginning = { credentialType: 'eu.europa.ec.av.1', way: 'qr' }
const voucherBeginning = { voucher: 'bank', asksName: false, today: '2026-03-11' }

/** Calls that need a body, or a path other than that of a verification or a record. */
const samples: Partial<Record<EndpointName, Sample>> = {
  'POST /api/billing-portal': { json: () => ({ returnUrl: 'http://localhost:3000/settings' }) },
  'POST /functions/v1/create-checkout-session': {
    json: () => ({
      priceId: 'price_monthly',
      successUrl: 'http://localhost:3000/subscription/success',
      cancelUrl: 'http://localhost:3000/subscription/cancel',
    }),
  },
  'POST /functions/v1/stripe-webhook': {
    json: () => ({ id: 'evt_1', object: 'event', type: 'customer.subscription.updated' }),
  },
  'POST /api/feedback': { json: () => ({ rating: 5, comment: 'Good' }) },
  'POST /api/documents': { form: async () => multipart({ category: 'selfie' }, await photoWithPlace()) },
  'GET /api/consent-text': { address: () => '/api/consent-text?type=age&validity=7_days' },
  'GET /api/documents/:id/url': { address: (w) => `/api/documents/${w.documentId}/url` },
  'GET /api/drafts/:kind': { address: () => '/api/drafts/age' },
  'PUT /api/drafts/:kind': { address: () => '/api/drafts/age', json: () => makeDraft() },
  'DELETE /api/drafts/:kind': { address: () => '/api/drafts/age' },
  'DELETE /api/documents/:id': { address: () => '/api/documents/6f9619ff-8b86-4d11-b42d-00c04fc964ff' },
  'GET /api/files/:bucket/:owner/:file': {
    address: (w) => new URL(w.fileUrl, 'http://localhost').pathname,
  },
  'POST /api/document-readings': {
    json: () => ({
      documentId: '6f9619ff-8b86-4d11-b42d-00c04fc964ff',
      fullName: 'Łucja Nowak',
      dateOfBirth: '1990-04-17',
      today: '2026-03-11',
    }),
  },
  'PUT /api/kept-proof': {
    json: () => ({
      documentId: '6f9619ff-8b86-4d11-b42d-00c04fc964ff',
      fullName: 'Łucja Nowak',
      dateOfBirth: '1990-04-17',
    }),
  },
  'GET /api/document-readings/:id': { address: (w) => `/api/document-readings/${w.documentId}` },
  'POST /api/verifications': { json: () => personCreation() },
  // The present address: another one would end the pass of the calls after this one.
  'PATCH /api/verifications/:id/third-party-email': { json: () => ({ thirdPartyEmail: 'sam@example.com' }) },
  'POST /api/public/verifications/:id/reading': {
    json: () => ({ documentId: '6f9619ff-8b86-4d11-b42d-00c04fc964ff', today: '2026-03-11' }),
  },
  'DELETE /api/public/verifications/:id/documents/:documentId': {
    address: (w) =>
      `/api/public/verifications/${w.verificationId}/documents/6f9619ff-8b86-4d11-b42d-00c04fc964ff`,
  },
  'POST /functions/v1/third-party-upload': {
    form: async (w) => {
      const fields = { formId: w.verificationId, fileName: `${w.verificationId}/selfie-1.jpg` }
      return multipart({ ...fields, verificationType: 'age' }, await photoWithPlace())
    },
  },
  'POST /api/wallet-sessions': { json: () => walletBeginning },
  'POST /api/public/verifications/:id/wallet-sessions': { json: () => walletBeginning },
  'POST /api/wallet-sessions/:id/answer': { json: () => ({ protocol: 'org-iso-mdoc', data: {} }) },
  'POST /api/wallet-sessions/:id/return': { json: () => ({ responseCode: 'f'.repeat(43) }) },
  'POST /api/voucher-sessions': { json: () => voucherBeginning },
  'POST /api/public/verifications/:id/voucher-sessions': { json: () => voucherBeginning },
  'POST /api/voucher-sessions/:id/return': {
    json: () => ({ voucher: 'bank', query: 'code=x', fragment: '' }),
  },
  'GET /api/records/:id/files/:file': { address: (w) => `/api/records/${w.recordId}/files/record.pdf` },
  'POST /api/records/:id/code/entry': { json: () => ({ code: '123456' }) },
  'GET /api/transparency/checkpoint': { address: () => '/api/transparency/checkpoint?size=999999' },
  'POST /api/email-choices': { json: () => ({ token: 'x' }) },
  'PUT /api/email-choices': { json: () => ({ token: 'x', blocksSender: true, blocksAll: true }) },
  'POST /api/email-choices/report': { json: () => ({ token: 'x' }) },
  'POST /api/my-data/code': { json: () => ({ email: 'somebody@example.com' }) },
  'POST /api/my-data/code/entry': { json: () => ({ email: 'somebody@example.com', code: '000000' }) },
  'PATCH /api/profile': { json: () => ({ full_name: 'Another Name' }) },
  'PUT /api/language': { json: () => ({ language: 'de' }) },
  'POST /api/verifications/:id/cancel': {
    address: (w) => `/api/verifications/${w.otherVerificationId}/cancel`,
  },
  'POST /api/public/verifications/:id/decline': { json: () => ({ reason: null }) },
  'POST /api/public/verifications/:id/account': { json: () => registration },
  'POST /api/records/:id/hold': { json: () => ({ reason: 'I reported it to the police.' }) },
  'DELETE /api/sessions/:id': { address: (w) => `/api/sessions/${w.otherSessionId}` },
  'POST /api/account/asked/:id/decline': { address: (w) => `/api/account/asked/${w.askedId}/decline` },
  'POST /api/account/closing': { json: () => ({ password: 'Correct-Horse-8' }) },
}

/** Calls that end something, and therefore come last. */
const last: readonly EndpointName[] = [
  'PATCH /api/profile',
  'POST /api/verifications/:id/cancel',
  'POST /api/account/asked/:id/decline',
  'POST /api/public/verifications/:id/decline',
  'POST /api/public/verifications/:id/private-no',
  'POST /api/records/:id/hold',
  'DELETE /api/records/:id/hold',
  'POST /api/records/:id/withdrawal',
  'DELETE /api/sessions/:id',
  'POST /api/account/closing',
]

const others = (Object.keys(endpoints) as EndpointName[]).filter((name) => !last.includes(name))

/** Every endpoint of the table with its permitted callers. */
export const endpointRows = [...others, ...last].map((name): [EndpointName, RouteRow] => {
  const path = name.slice(name.indexOf(' ') + 1)
  const { who } = endpoints[name]
  const address = (w: SixCallers) =>
    path.replace(':id', path.startsWith('/api/records/') ? w.recordId : w.verificationId)
  const passKind = ['party', 'reader', 'link holder'].includes(who) ? 'record' : 'gate'
  return [name, { who, passKind, address, ...samples[name] }]
})

/** Every route of the product. A test fails for a new route until it is here, or in the table of endpoints. */
export const routeTable: Record<string, RouteRow> = {
  'GET /healthz': publicRoute,
  'GET /readyz': publicRoute,
  'GET /metrics': thisMachine,
  'GET /dev/outbox': thisMachine,
  'GET /dev/outbox/:name': thisMachine,
  'GET /dev/outbox/:name/html': thisMachine,
  'GET /robots.txt': publicRoute,
  'GET /sitemap.xml': publicRoute,
  'GET /.well-known/security.txt': publicRoute,
  'GET /.well-known/change-password': publicRoute,
  'GET /*': publicRoute,

  'GET /auth/v1/health': publicRoute,
  'GET /auth/v1/settings': publicRoute,
  'GET /auth/v1/.well-known/jwks.json': publicRoute,
  'POST /auth/v1/signup': publicRoute,
  'POST /auth/v1/recover': publicRoute,
  'POST /auth/v1/resend': publicRoute,
  'POST /auth/v1/otp': publicRoute,
  'POST /auth/v1/token': {
    who: 'the holder of the password or the mailed code',
    address: () => '/auth/v1/token?grant_type=password',
    json: (w) => ({ email: w.owner.email, password: 'Correct-Horse-8' }),
  },
  'GET /auth/v1/verify': publicRoute,
  'POST /auth/v1/verify': {
    who: 'the holder of the mailed link',
    json: () => ({ type: 'recovery', token_hash: 'f'.repeat(56) }),
  },
  // Without a link it answers that there is none.
  'POST /auth/v1/links/look': { ...publicRoute, json: () => ({ type: 'recovery', token: 'f'.repeat(43) }) },
  'POST /auth/v1/links/use': {
    who: 'the holder of the mailed link',
    json: () => ({ type: 'recovery', token: 'f'.repeat(43) }),
  },
  'POST /auth/v1/passkeys/authentication/options': publicRoute,
  'POST /auth/v1/passkeys/authentication/verify': {
    who: 'the holder of the password or the mailed code',
    json: () => ({ challenge_id: crypto.randomUUID(), credential: { id: 'none', response: {} } }),
  },
  'POST /auth/v1/passkeys/registration/options': { who: 'account, of the auth service' },
  'POST /auth/v1/passkeys/registration/verify': {
    who: 'account, of the auth service',
    json: () => ({ challenge_id: crypto.randomUUID(), credential: { id: 'none', response: {} } }),
  },
  'GET /auth/v1/passkeys': { who: 'account, of the auth service' },
  'PATCH /auth/v1/passkeys/:id': {
    who: 'owner, of the auth service',
    address: (w) => `/auth/v1/passkeys/${w.passkeyId}`,
    json: () => ({ friendly_name: 'Phone' }),
  },
  'DELETE /auth/v1/passkeys/:id': {
    who: 'owner, of the auth service',
    address: (w) => `/auth/v1/passkeys/${w.passkeyId}`,
  },
  'GET /auth/v1/factors/recovery-codes': { who: 'account, of the auth service' },
  'POST /auth/v1/factors/recovery-codes': { who: 'account, of the auth service' },
  'POST /auth/v1/factors/recovery-codes/verify': {
    who: 'account, of the auth service',
    json: () => ({ code: '0' }),
  },
  'POST /auth/v1/factors/removal': { who: 'account, of the auth service' },
  'DELETE /auth/v1/factors/removal': { who: 'account, of the auth service' },
  'POST /auth/v1/factors/:id/challenge': {
    who: 'owner, of the auth service',
    address: (w) => `/auth/v1/factors/${w.appId}/challenge`,
  },
  'POST /auth/v1/factors/:id/verify': {
    who: 'owner, of the auth service',
    address: (w) => `/auth/v1/factors/${w.appId}/verify`,
    json: () => ({ code: '0' }),
  },
  'DELETE /auth/v1/factors/:id': {
    who: 'owner, of the auth service',
    address: (w) => `/auth/v1/factors/${w.appId}`,
  },
  'POST /auth/v1/factors': { who: 'account, of the auth service', json: () => ({ factor_type: 'totp' }) },
  'GET /auth/v1/user': { who: 'account, of the auth service' },
  'GET /auth/v1/reauthenticate': { who: 'account, of the auth service' },

  ...Object.fromEntries(endpointRows),

  'PUT /auth/v1/user': { who: 'account, of the auth service', json: () => ({ data: { note: 'mine' } }) },
  'POST /auth/v1/logout': { who: 'account, of the auth service' },
}
