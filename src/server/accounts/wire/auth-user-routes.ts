import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../http/app-env.ts'
import type { Platform } from '../../platform/platform.ts'
import { callLimits } from '../limits.ts'
import { pkceFields } from '../links/pkce.ts'
import { authenticateBearer } from '../sessions/authenticate.ts'
import { logOut, logOutScopes } from '../sessions/log-out.ts'
import { reauthenticate } from '../users/reauthenticate.ts'
import { updateUser } from '../users/update-user.ts'
import { readAuthBody } from './auth-body.ts'
import { isAuthRefusal, refuseAuth } from './auth-error.ts'
import { answerAuthError } from './auth-error-response.ts'
import { authenticateWithinLimit, findRedirectTo } from './auth-request.ts'
import { toUserObject } from './user-object.ts'

const userBody = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
  ...pkceFields,
})

/** What a signed-in person does with their own account. */
export function createAuthUserRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.get('/user', async (c) => {
    const signedIn = await authenticateBearer(platform, c)
    return isAuthRefusal(signedIn) ? answerAuthError(c, signedIn) : c.json(toUserObject(signedIn.user))
  })

  app.put('/user', async (c) => {
    const signedIn = await authenticateWithinLimit(platform, c, callLimits.updateUser)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const body = await readAuthBody(c, userBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    if (body.app_metadata !== undefined && body.app_metadata !== null) {
      return answerAuthError(
        c,
        refuseAuth('not_admin', { message: 'Updating app_metadata requires admin privileges' }),
      )
    }
    const user = await updateUser(platform, signedIn, {
      data: body.data ?? undefined,
      // An empty password or address is what a form sends for none.
      password: body.password || undefined,
      email: body.email || undefined,
      currentPassword: body.current_password ?? undefined,
      nonce: body.nonce || undefined,
      code_challenge: body.code_challenge,
      code_challenge_method: body.code_challenge_method,
      redirectTo: findRedirectTo(c),
      ip: c.get('clientIp'),
    })
    return isAuthRefusal(user) ? answerAuthError(c, user) : c.json(toUserObject(user))
  })

  app.post('/logout', async (c) => {
    const scope = logOutScopes.find((known) => known === (c.req.query('scope') || 'global'))
    if (!scope)
      return answerAuthError(c, refuseAuth('validation_failed', { message: 'Unsupported logout scope' }))
    const signedIn = await authenticateBearer(platform, c)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    await logOut(platform, signedIn, scope)
    return c.body(null, 204)
  })

  app.get('/reauthenticate', async (c) => {
    const signedIn = await authenticateWithinLimit(platform, c, callLimits.reauthenticate)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const refusal = await reauthenticate(platform, signedIn)
    return refusal ? answerAuthError(c, refusal) : c.json({})
  })
  return app
}
