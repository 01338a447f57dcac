import type { Context, Hono } from 'hono'
import { accountCallers } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { findBearer } from '../http/client.ts'
import { isRefusal, type Refusal, refuse } from '../http/problem.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import { hashHex } from '../platform/hash-hex.ts'
import type { Platform } from '../platform/platform.ts'
import { passCallers } from '../verifications/index.ts'
import { completeReturn, giveRequest, takePost } from './opened-by-link.ts'
import { beginSession, showSession, takeAnswer } from './session.ts'
import { cancelUnderWay, findSessionOfBrowser, type SessionRow } from './session-store.ts'
import { beginVoucherSession, completeVoucherReturn } from './voucher-session.ts'

export function createWalletsRoutes(platform: Platform): Hono<AppEnv> {
  const callers = {
    ...accountCallers,
    ...passCallers,
    'wallet browser': { find: authenticateWalletBrowser, name: ({ id }: SessionRow) => id },
  }

  return serveEndpoints(platform, callers, {
    'GET /api/wallets': () => ({ offered: [...platform.wallets.offered] }),

    'POST /api/wallet-sessions': ({ caller, body }) => beginSession(platform, { userId: caller.id }, body),

    async 'POST /api/public/verifications/:id/wallet-sessions'({ caller, body }) {
      const { verificationId, setSha256, tokenSha256: passSha256 } = caller
      return beginSession(platform, { verificationId, setSha256, passSha256 }, body)
    },

    'GET /api/wallet-sessions/:id': ({ caller }) => showSession(platform, caller.id),

    async 'POST /api/wallet-sessions/:id/answer'({ caller, body }) {
      if (caller.way !== 'api') return refuse('wallet_session_over')
      const taken = await takeAnswer(platform, caller, body)
      return isRefusal(taken) ? taken : showSession(platform, caller.id)
    },

    'POST /api/wallet-sessions/:id/return': ({ caller, body }) =>
      completeReturn(platform, caller, body.responseCode),

    'DELETE /api/wallet-sessions/:id': ({ caller }) => cancelUnderWay(platform.database, caller.id),

    'GET /api/wallet-sessions/:id/request': async ({ params }) =>
      toRequestObject(await giveRequest(platform, params.id)),

    'POST /api/wallet-sessions/:id/request': async ({ params, body }) =>
      toRequestObject(await giveRequest(platform, params.id, body.wallet_nonce)),

    'GET /api/vouchers': () => ({
      offered: platform.vouchers.offered.map(({ countries, ...voucher }) => ({
        ...voucher,
        countries: [...countries],
      })),
    }),

    'POST /api/voucher-sessions': ({ caller, body }) =>
      beginVoucherSession(platform, { userId: caller.id }, body),

    async 'POST /api/public/verifications/:id/voucher-sessions'({ caller, body }) {
      const { verificationId, setSha256, tokenSha256: passSha256 } = caller
      return beginVoucherSession(platform, { verificationId, setSha256, passSha256 }, body)
    },

    'POST /api/voucher-sessions/:id/return': ({ caller, body }) =>
      completeVoucherReturn(platform, caller, body),

    'POST /api/wallet-sessions/:id/response': ({ params, body }) => takePost(platform, params.id, body),
  })
}

/** The media type of RFC 9101, 10.2. */
function toRequestObject(given: string | Refusal): Response | Refusal {
  if (isRefusal(given)) return given
  return new Response(given, {
    headers: { 'content-type': 'application/oauth-authz-req+jwt', 'cache-control': 'no-store' },
  })
}

/** The session in the path, for the browser that began it and sends its secret. Not found for any other. */
async function authenticateWalletBrowser(
  { database }: Platform,
  c: Context<AppEnv>,
  id: string | null,
): Promise<SessionRow | Refusal> {
  const secret = findBearer(c)
  if (id === null || !secret || !/^[\w-]{43}$/.test(secret)) return refuse('wallet_session_not_found')
  return (await findSessionOfBrowser(database, id, hashHex(secret))) ?? refuse('wallet_session_not_found')
}
