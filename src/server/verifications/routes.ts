import { Hono } from 'hono'
import { paths } from '../../contract/paths.ts'
import { verificationListQuerySchema } from '../../contract/verification.ts'
import { authenticate } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { idParam } from '../http/id-param.ts'
import { problemResponse } from '../http/problem.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { validated } from '../http/validated.ts'
import { idempotencyKey } from '../idempotency/index.ts'
import type { Platform } from '../platform/platform.ts'
import { cancelVerification } from './cancel-verification.ts'
import { createVerification } from './create-verification.ts'
import { creationRequest } from './creation-request.ts'
import { listVerifications } from './list-verifications.ts'
import { resendInvitation } from './resend-invitation.ts'
import { showVerification } from './show-verification.ts'

const creationLimit = { name: 'verification-creation', points: 60, seconds: 600 }

export function verificationsRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.post(paths.verifications, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(creationLimit, account.id)
    if (!allowed) return problemResponse(c, refuse('rate_limited', { retryAfterSeconds }))
    const key = idempotencyKey(c)
    if (isRefusal(key)) return problemResponse(c, key)
    let body: unknown
    try {
      body = await c.req.json()
    } catch {
      return problemResponse(c, refuse('body_unreadable'))
    }
    const creation = creationRequest(body, platform.clock.now())
    if (isRefusal(creation)) return problemResponse(c, creation)
    const created = await createVerification(platform, account.id, creation, key)
    return isRefusal(created) ? problemResponse(c, created) : c.json(created, 201)
  })

  app.get(paths.verifications, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const query = validated(verificationListQuerySchema, c.req.query())
    if (isRefusal(query)) return problemResponse(c, query)
    const list = await listVerifications(platform, account.id, query)
    return isRefusal(list) ? problemResponse(c, list) : c.json(list)
  })

  app.get(paths.verification, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const id = idParam(c)
    if (!id) return problemResponse(c, refuse('verification_not_visible'))
    const view = await showVerification(platform, account.id, id)
    if (isRefusal(view)) return problemResponse(c, view)
    c.header('Cache-Control', 'private, no-store')
    return c.json(view)
  })

  app.post(paths.cancelVerification, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const id = idParam(c)
    if (!id) return problemResponse(c, refuse('verification_not_visible'))
    const cancelled = await cancelVerification(platform, account.id, id)
    return isRefusal(cancelled) ? problemResponse(c, cancelled) : c.body(null, 204)
  })

  app.post(paths.invitation, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const id = idParam(c)
    if (!id) return problemResponse(c, refuse('verification_not_visible'))
    const invited = await resendInvitation(platform, account.id, id)
    return isRefusal(invited) ? problemResponse(c, invited) : c.body(null, 204)
  })

  return app
}
