import { z } from 'zod'
import { verificationLimits } from '../domain/verification/verification.ts'
import { voucherKinds } from '../domain/voucher.ts'
import { type EndpointTable, kB } from './endpoint.ts'
import { allowLine, makeSignatureDateSchema } from './fields.ts'
import { walletSessionSchema } from './wallet.ts'

const voucherId = z.string().regex(/^[a-z0-9-]{1,40}$/)

/** The banks, eIDs and age keys that can vouch for a person; empty where none is configured. */
const offeredVouchersSchema = z.object({
  offered: z.array(
    z.object({
      id: voucherId,
      name: z.string(),
      kind: z.enum(voucherKinds),
      countries: z.array(z.string()),
      hasName: z.boolean(),
    }),
  ),
})

/**
 * A request to a voucher. The third party sends no name: it is compared with the one that the creator typed. `today` is
 * the day on the person's own calendar, on which a birth date is judged.
 */
const makeThirdPartyBeginningSchema = (now: Date) =>
  z.object({ voucher: voucherId, asksName: z.boolean(), today: makeSignatureDateSchema(now) })

const makeBeginningSchema = (now: Date) =>
  makeThirdPartyBeginningSchema(now).extend({
    fullName: allowLine(verificationLimits.nameMax).default(''),
  })

/** The voucher's page, and the secret that the browser must send with every later call. */
const begunVoucherSessionSchema = z.object({
  id: z.uuid(),
  secret: z.string(),
  expiresAt: z.iso.datetime(),
  url: z.url(),
})
export type BegunVoucherSession = z.infer<typeof begunVoucherSessionSchema>

/** How the voucher sent the browser back: to whose address, and with which query and fragment, without "?" and "#". */
const voucherReturnSchema = z.object({
  voucher: voucherId,
  query: z.string().max(16_000),
  fragment: z.string().max(16_000),
})
export type VoucherReturn = z.infer<typeof voucherReturnSchema>

/** Each one may cost the operator. */
const fiveADay = { points: 5, seconds: 86_400 }

export const voucherEndpoints = {
  'GET /api/vouchers': {
    summary: 'Lists the banks, eIDs and age keys that can vouch for a person',
    who: 'public',
    status: 200,
    answer: offeredVouchersSchema,
  },
  'POST /api/voucher-sessions': {
    summary: 'Starts a request to a bank, an eID or an age key about the creator',
    who: 'account',
    limits: { caller: { name: 'voucher-session', ...fiveADay } },
    maxBytes: 16 * kB,
    json: makeBeginningSchema,
    status: 201,
    answer: begunVoucherSessionSchema,
    problems: ['voucher_not_offered', 'voucher_away'],
  },
  'POST /api/public/verifications/:id/voucher-sessions': {
    summary: 'Starts a request to a bank, an eID or an age key about the third party',
    who: 'pass holder',
    limits: { caller: { name: 'third-party-voucher', ...fiveADay } },
    maxBytes: 16 * kB,
    json: makeThirdPartyBeginningSchema,
    status: 201,
    answer: begunVoucherSessionSchema,
    problems: ['voucher_not_offered', 'voucher_away', 'link_in_many_browsers'],
  },
  'POST /api/voucher-sessions/:id/return': {
    summary: 'Completes such a request in the browser that began it; its status is that of a wallet request',
    who: 'wallet browser',
    maxBytes: 64 * kB,
    json: voucherReturnSchema,
    status: 200,
    answer: walletSessionSchema,
    problems: ['wallet_session_over', 'wallet_answer_refused', 'link_closed'],
  },
} satisfies EndpointTable
