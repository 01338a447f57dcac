import type { Hono } from 'hono'
import { accountCallers } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import type { Platform } from '../platform/platform.ts'
import { passCallers } from '../verifications/index.ts'
import { beginCheck, receiveNotice, showCheck } from './identity-check.ts'

export function createIdentityChecksRoutes(platform: Platform): Hono<AppEnv> {
  const callers = { ...accountCallers, ...passCallers }

  return serveEndpoints(platform, callers, {
    'GET /api/identity-check': ({ caller }) => showCheck(platform, { userId: caller.id }),

    'POST /api/identity-check': ({ caller, body }) =>
      beginCheck(platform, { userId: caller.id }, { claimedName: body.fullName, today: body.today }),

    'GET /api/public/verifications/:id/identity-check': ({ caller }) => showCheck(platform, caller),

    'POST /api/public/verifications/:id/identity-check': ({
      caller: { verificationId, setSha256, row, tokenSha256 },
      body,
    }) =>
      // The third party signs with the name that the creator typed.
      beginCheck(
        platform,
        { verificationId, setSha256 },
        { claimedName: row.thirdPartyName, today: body.today, tokenSha256 },
      ),

    // Needs no session: the signature over the raw body identifies the sender.
    'POST /functions/v1/identity-webhook': async ({ c }) =>
      receiveNotice(platform, await c.req.text(), c.req.header('Stripe-Signature')),
  })
}
