import type { Hono } from 'hono'
import { accountCallers } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { leaveTraces } from '../http/client-traces.ts'
import { isRefusal } from '../http/refusal.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import { findIdempotencyKey } from '../idempotency/index.ts'
import type { Platform } from '../platform/platform.ts'
import { cancelVerification } from './cancel-verification.ts'
import { createVerification } from './create-verification.ts'
import { readCreationRequest } from './creation-request.ts'
import { listVerifications } from './list-verifications.ts'
import { resendInvitation } from './resend-invitation.ts'
import { showVerification } from './show-verification.ts'

export function createVerificationsRoutes(platform: Platform): Hono<AppEnv> {
  return serveEndpoints(platform, accountCallers, {
    'POST /api/verifications': {
      read: readCreationRequest,
      handle({ caller, body, c }) {
        const key = findIdempotencyKey(c)
        return isRefusal(key)
          ? key
          : createVerification(platform, caller.id, body, leaveTraces(c, platform.settings), key)
      },
    },

    'GET /api/verifications': ({ caller, query }) => listVerifications(platform, caller, query),

    'GET /api/verifications/:id'({ caller, params, c }) {
      c.header('Cache-Control', 'private, no-store')
      return showVerification(platform, caller.id, params.id)
    },

    'POST /api/verifications/:id/cancel': ({ caller, params }) =>
      cancelVerification(platform, caller.id, params.id),

    'POST /api/verifications/:id/invitation': ({ caller, params }) =>
      resendInvitation(platform, caller.id, params.id),
  })
}
