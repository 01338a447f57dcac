import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { readCode } from '../../../domain/typed-text.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { parseIdParam } from '../../http/serve-endpoints.ts'
import type { Platform } from '../../platform/platform.ts'
import { answerAuthError, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { callLimits } from '../limits.ts'
import { type AppRow, findApp } from '../stores/app-store.ts'
import { listPasskeys } from '../stores/passkey-store.ts'
import {
  beginApp,
  beginRemoval,
  cancelRemoval,
  deleteApp,
  enterCode,
  enterRecoveryCode,
  makeRecoveryCodes,
  noneSetUp,
} from '../two-step/authenticator-app.ts'
import { authenticateWithinLimit, authenticateWithTwoSteps, readAuthBody } from './auth-request.ts'

const newFactorBody = z.object({ factor_type: z.string() })
const codeBody = z.object({ code: z.string().transform(readCode) })
const noFactor = refuseAuth('mfa_factor_not_found')

/** How long the client may wait before it sends the code. Nothing is stored: only the code's own time counts. */
const challengeSeconds = 5 * 60

/**
 * Routes for the second step: an authenticator app, its recovery codes (the client's `mfa`), and the removal for a
 * person who has lost both. An account has at most one app.
 */
export function createAuthFactorRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const authenticate = (c: Context<AppEnv>) => authenticateWithinLimit(platform, c, callLimits.factors)
  const authenticateFully = (c: Context<AppEnv>) => authenticateWithTwoSteps(platform, c, callLimits.factors)

  app.post('/factors', async (c) => {
    const signedIn = await authenticateFully(c)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const body = await readAuthBody(c, newFactorBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    if (body.factor_type !== 'totp')
      return answerAuthError(c, refuseAuth('validation_failed', { message: 'factor_type needs to be totp' }))
    const begun = await beginApp(platform, signedIn)
    return isAuthRefusal(begun) ? answerAuthError(c, begun) : c.json(begun)
  })

  app.get('/factors/recovery-codes', async (c) => {
    const signedIn = await authenticate(c)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const found = await findApp(platform.database, signedIn.user.id)
    if (!found?.confirmedAt) return answerAuthError(c, noneSetUp)
    const passkeys = await listPasskeys(platform.database, signedIn.user.id)
    return c.json(toRecoveryCodesObject(found, passkeys.length > 0))
  })

  app.post('/factors/recovery-codes', async (c) => {
    const signedIn = await authenticateFully(c)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const made = await makeRecoveryCodes(platform, signedIn)
    return isAuthRefusal(made) ? answerAuthError(c, made) : c.json({ ...made, type: 'recovery_code' })
  })

  app.post('/factors/recovery-codes/verify', async (c) => {
    const signedIn = await authenticate(c)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const body = await readAuthBody(c, codeBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    const answer = await enterRecoveryCode(platform, signedIn, { code: body.code, ip: c.get('clientIp') })
    return isAuthRefusal(answer) ? answerAuthError(c, answer) : c.json(answer)
  })

  app.post('/factors/removal', async (c) => {
    const signedIn = await authenticate(c)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const begun = await beginRemoval(platform, signedIn)
    return isAuthRefusal(begun) ? answerAuthError(c, begun) : c.json(begun)
  })

  app.delete('/factors/removal', async (c) => {
    const signedIn = await authenticate(c)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const refusal = await cancelRemoval(platform, signedIn)
    return refusal ? answerAuthError(c, refusal) : c.body(null, 204)
  })

  app.post('/factors/:id/challenge', async (c) => {
    const signedIn = await authenticate(c)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const found = await findApp(platform.database, signedIn.user.id)
    if (!found || found.id !== parseIdParam(c)) return answerAuthError(c, noFactor)
    const expiresAt = Math.floor(platform.clock.now().getTime() / 1000) + challengeSeconds
    return c.json({ id: randomUUID(), type: 'totp', expires_at: expiresAt })
  })

  app.post('/factors/:id/verify', async (c) => {
    const signedIn = await authenticate(c)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const body = await readAuthBody(c, codeBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    const appId = parseIdParam(c)
    const entry = { code: body.code, ip: c.get('clientIp') }
    const answer = appId ? await enterCode(platform, signedIn, { appId, ...entry }) : noFactor
    return isAuthRefusal(answer) ? answerAuthError(c, answer) : c.json(answer)
  })

  app.delete('/factors/:id', async (c) => {
    const signedIn = await authenticateFully(c)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const id = parseIdParam(c)
    const refusal = id ? await deleteApp(platform, signedIn, id) : noFactor
    return refusal ? answerAuthError(c, refusal) : c.json({ id })
  })
  return app
}

/** The app's recovery codes as the client's `mfa.recoveryCodes.getStatus` reads them. */
function toRecoveryCodesObject(
  { id, confirmedAt, recoveryHashes, removalDueAt }: AppRow,
  hasPasskey: boolean,
) {
  return {
    id,
    type: 'recovery_code',
    total: recoveryHashes.length,
    remaining: recoveryHashes.filter((hash) => hash !== null).length,
    // Not in the client's types: when the app was confirmed, whether a passkey can replace its code, and when it will be
    // removed for a person who lost it.
    confirmed_at: confirmedAt?.toISOString(),
    has_passkey: hasPasskey,
    ...(removalDueAt ? { removal_due_at: removalDueAt.toISOString() } : {}),
  }
}
