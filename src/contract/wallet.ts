import { z } from 'zod'
import { verificationLimits } from '../domain/verification/verification.ts'
import { voucherKinds, voucherRefusals } from '../domain/voucher.ts'
import { credentialTypes, walletRefusals, walletStates, walletWays } from '../domain/wallet.ts'
import { type EndpointTable, kB } from './endpoint.ts'
import { allowLine, makeSignatureDateSchema } from './fields.ts'

/** The accepted credentials; empty where wallets aren't accepted. */
const offeredWalletsSchema = z.object({ offered: z.array(z.enum(credentialTypes)) })

/**
 * A request to a wallet. The third party sends no name: the credential's name is compared with the one that the creator
 * typed. `today` is the day on the person's own calendar, on which a birth date is judged; without it, the day in UTC.
 */
const makeThirdPartyBeginningSchema = (now: Date) =>
  z.object({
    credentialType: z.enum(credentialTypes),
    way: z.enum(walletWays),
    asksName: z.boolean().default(false),
    today: makeSignatureDateSchema(now).nullable().default(null),
  })

/** A creator's request that asks for the name sends the typed one. */
const makeBeginningSchema = (now: Date) =>
  makeThirdPartyBeginningSchema(now).extend({
    fullName: allowLine(verificationLimits.nameMax).default(''),
  })

/** The request to a wallet: the argument of the Digital Credentials API, or an address that opens the wallet. */
const walletRequestSchema = z.union([
  z.object({
    requests: z.array(z.object({ protocol: z.string(), data: z.record(z.string(), z.unknown()) })),
  }),
  z.object({ uri: z.string() }),
])

/**
 * A request to a wallet that has just begun. `secret` is for the browser that began it, which must send it with every
 * later call.
 */
const begunWalletSessionSchema = z.object({
  id: z.uuid(),
  secret: z.string(),
  expiresAt: z.iso.datetime(),
  request: walletRequestSchema,
})
export type BegunWalletSession = z.infer<typeof begunWalletSessionSchema>

export const provenSchema = z.object({
  id: z.uuid(),
  /** Null where a bank, an eID or an age key vouched, of the kind `voucherKind`; then `issuerName` is its name. */
  credentialType: z.enum(credentialTypes).nullable(),
  voucherKind: z.enum(voucherKinds).nullable(),
  issuerName: z.string(),
  /** Whether the credential's name agrees with the typed one: null if not compared, absent if not asked for. */
  nameAgrees: z.boolean().nullable().optional(),
  provenAt: z.iso.datetime(),
})

/**
 * The state of a request to a wallet or a voucher. `proof` is present once it is proven; `refusal` when the answer was
 * rejected.
 */
export const walletSessionSchema = z.object({
  state: z.enum(walletStates),
  refusal: z.enum([...walletRefusals, ...voucherRefusals]).nullable(),
  proof: provenSchema.nullable(),
})
export type WalletSession = z.infer<typeof walletSessionSchema>

/** The result of `navigator.credentials.get`. */
const digitalCredentialSchema = z.object({ protocol: z.string().max(64), data: z.unknown() })

/** The code that the wallet adds to the address when it opens the browser again. */
const walletReturnSchema = z.object({ responseCode: z.string().max(64) })

/** The fields that the wallet posts (OpenID4VP 1.0, 8.2 and 8.5): an encrypted answer, one in clear, or an error. */
export const walletPostSchema = z.object({
  response: z.string().optional(),
  vp_token: z.string().optional(),
  error: z.string().optional(),
})

/** The wallet's own nonce, which the signed request has to carry (OpenID4VP 1.0, 5.10). */
const walletFetchSchema = z.object({ wallet_nonce: z.string().max(512).optional() })

/** The address at which the wallet opens the browser again, if it is on the same phone. */
export const walletPostAnswerSchema = z.object({ redirect_uri: z.string().optional() })

const signedRequest = {
  who: 'public',
  allowsOtherSites: true,
  limits: { network: { name: 'wallet-request', points: 60, seconds: 60 } },
  status: 200,
  media: ['application/oauth-authz-req+jwt'],
  problems: ['wallet_session_over'],
} satisfies Partial<EndpointTable[keyof EndpointTable]>

export const walletEndpoints = {
  'GET /api/wallets': {
    summary: 'Lists the credentials that can prove an age',
    who: 'public',
    status: 200,
    answer: offeredWalletsSchema,
  },
  'POST /api/wallet-sessions': {
    summary: 'Starts a request to the creator’s wallet for a proof of being 18 or over',
    who: 'account',
    limits: { caller: { name: 'wallet-session', points: 30, seconds: 600 } },
    maxBytes: 16 * kB,
    json: makeBeginningSchema,
    status: 201,
    answer: begunWalletSessionSchema,
    problems: ['wallet_not_offered'],
  },
  'POST /api/public/verifications/:id/wallet-sessions': {
    summary: 'Starts a request to the third party’s wallet for a proof of being 18 or over',
    who: 'pass holder',
    limits: { caller: { name: 'third-party-wallet', points: 30, seconds: 600 } },
    maxBytes: 16 * kB,
    json: makeThirdPartyBeginningSchema,
    status: 201,
    answer: begunWalletSessionSchema,
    problems: ['wallet_not_offered', 'link_in_many_browsers'],
  },
  'GET /api/wallet-sessions/:id': {
    summary: 'Gets the status of a wallet request',
    who: 'wallet browser',
    status: 200,
    answer: walletSessionSchema,
  },
  'POST /api/wallet-sessions/:id/answer': {
    summary: 'Submits the answer of the browser’s own wallet dialog',
    who: 'wallet browser',
    // One counts, but each of many at once is judged, which takes milliseconds.
    limits: { caller: { name: 'wallet-answer', points: 10, seconds: 600 } },
    maxBytes: 64 * kB,
    json: digitalCredentialSchema,
    status: 200,
    answer: walletSessionSchema,
    problems: ['wallet_session_over', 'link_closed'],
  },
  'POST /api/wallet-sessions/:id/return': {
    summary: 'Completes a proof in the browser that began it, after the wallet reopened it',
    who: 'wallet browser',
    maxBytes: 16 * kB,
    json: walletReturnSchema,
    status: 200,
    answer: walletSessionSchema,
    problems: ['wallet_session_over', 'link_closed'],
  },
  'DELETE /api/wallet-sessions/:id': {
    summary: 'Cancels a wallet request',
    who: 'wallet browser',
    status: 204,
  },
  'GET /api/wallet-sessions/:id/request': {
    summary: 'Gets the signed request of a wallet that was opened by a link or a QR code (RFC 9101)',
    ...signedRequest,
  },
  'POST /api/wallet-sessions/:id/request': {
    summary: 'Gets the same with the wallet’s own nonce in it (OpenID4VP 1.0, request_uri_method)',
    ...signedRequest,
    maxBytes: 16 * kB,
    urlEncoded: walletFetchSchema,
  },
  'POST /api/wallet-sessions/:id/response': {
    summary:
      'Receives the answer of a wallet that was opened by a link or a QR code (OpenID4VP, direct_post.jwt)',
    who: 'public',
    allowsOtherSites: true,
    limits: { network: { name: 'wallet-response', points: 60, seconds: 60 } },
    maxBytes: 64 * kB,
    urlEncoded: walletPostSchema,
    status: 200,
    answer: walletPostAnswerSchema,
    problems: ['wallet_session_over', 'wallet_answer_refused', 'link_closed'],
  },
} satisfies EndpointTable
