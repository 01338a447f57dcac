import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../http/app-env.ts'
import type { Platform } from '../../platform/platform.ts'
import { callLimits } from '../limits.ts'
import { pkceFields } from '../links/pkce.ts'
import { bearer } from '../sessions/authenticate.ts'
import { logOut, logOutScopes } from '../sessions/log-out.ts'
import { reauthenticate } from '../users/reauthenticate.ts'
import { updateUser } from '../users/update-user.ts'
import { authBody } from './auth-body.ts'
import { isAuthRefusal, refuseAuth } from './auth-error.ts'
import { authErrorResponse } from './auth-error-response.ts'
import { limitedBearer, readRedirectTo } from './auth-request.ts'
import { userObject } from './user-object.ts'

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
export function authUserRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.get('/user', async (c) => {
    const signedIn = await bearer(platform, c)
    return isAuthRefusal(signedIn) ? authErrorResponse(c, signedIn) : c.json(userObject(signedIn.user))
  })

  app.put('/user', async (c) => {
    const signedIn = await limitedBearer(platform, c, callLimits.updateUser)
    if (isAuthRefusal(signedIn)) return authErrorResponse(c, signedIn)
    const body = await authBody(c, userBody)
    if (isAuthRefusal(body)) return authErrorResponse(c, body)
    if (body.app_metadata !== undefined && body.app_metadata !== null) {
      return authErrorResponse(
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
      redirectTo: readRedirectTo(c),
      ip: c.get('clientIp'),
    })
    return isAuthRefusal(user) ? authErrorResponse(c, user) : c.json(userObject(user))
  })

  app.post('/logout', async (c) => {
    const scope = logOutScopes.find((known) => known === (c.req.query('scope') || 'global'))
    if (!scope)
      return authErrorResponse(c, refuseAuth('validation_failed', { message: 'Unsupported logout scope' }))
    const signedIn = await bearer(platform, c)
    if (isAuthRefusal(signedIn)) return authErrorResponse(c, signedIn)
    await logOut(platform, signedIn, scope)
    return c.body(null, 204)
  })

  app.get('/reauthenticate', async (c) => {
    const signedIn = await limitedBearer(platform, c, callLimits.reauthenticate)
    if (isAuthRefusal(signedIn)) return authErrorResponse(c, signedIn)
    const refusal = await reauthenticate(platform, signedIn)
    return refusal ? authErrorResponse(c, refusal) : c.json({})
  })
  return app
}
