import type { Hono } from 'hono'
import { accountCallers } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import type { Platform } from '../platform/platform.ts'
import { findOpenPass } from '../third-party/index.ts'
import { beginSession } from './begin-session.ts'
import { completeReturn } from './complete-return.ts'
import { authenticateWalletBrowser } from './policy.ts'
import { cancelUnderWay } from './session-store.ts'
import { showSession } from './show-session.ts'
import { takeAnswer } from './take-answer.ts'
import { takePost } from './take-post.ts'

/** Requests for one verification, whoever has its pass. */
const beginningLimit = { name: 'third-party-wallet', points: 30, seconds: 600 }

export function createWalletsRoutes(platform: Platform): Hono<AppEnv> {
  const callers = {
    ...accountCallers,
    'pass holder': findOpenPass,
    'wallet browser': authenticateWalletBrowser,
  }

  return serveEndpoints(platform, callers, {
    'GET /api/wallets': () => ({ offered: [...platform.wallets.offered] }),

    'POST /api/wallet-sessions': ({ caller, body }) => beginSession(platform, { userId: caller.id }, body),

    async 'POST /api/public/verifications/:id/wallet-sessions'({ caller, body }) {
      const { verificationId, tokenSha256: passSha256 } = caller
      const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(beginningLimit, verificationId)
      if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
      return beginSession(platform, { verificationId, passSha256 }, body)
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

    'POST /api/wallet-sessions/:id/response': ({ params, body }) => takePost(platform, params.id, body),
  })
}
