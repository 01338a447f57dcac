import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Hono } from 'hono'
import { z } from 'zod'
import { allowLine } from '../../../contract/fields.ts'
import { accountLimits } from '../../../domain/account/limits.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { parseIdParam } from '../../http/serve-endpoints.ts'
import type { Platform } from '../../platform/platform.ts'
import { answerAuthError, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { callLimits, limitCalls } from '../limits.ts'
import {
  beginRegistration,
  beginSignIn,
  deletePasskey,
  finishRegistration,
  renamePasskey,
  signInByPasskey,
} from '../passkeys/passkeys.ts'
import { authenticateBearer } from '../sessions/authenticate.ts'
import { listPasskeys, type PasskeyRow } from '../stores/passkey-store.ts'
import { authenticateWithTwoSteps, readAuthBody, readDevice, requireTwoSteps } from './auth-request.ts'

/** The signature check reads its members, and fails if one of them is wrong. */
const credential = z.looseObject({ id: z.string(), response: z.looseObject({}) })
const answerBody = z.object({ challenge_id: z.string(), credential })
const renameBody = z.object({ friendly_name: allowLine(accountLimits.passkeyNameMax).min(1) })

/** Routes for adding passkeys, signing in with one, and managing them. */
export function createAuthPasskeyRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.post('/passkeys/registration/options', async (c) => {
    const signedIn = await authenticateWithTwoSteps(platform, c, callLimits.passkeys)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const begun = await beginRegistration(platform, signedIn)
    return isAuthRefusal(begun) ? answerAuthError(c, begun) : c.json(begun)
  })

  app.post('/passkeys/registration/verify', async (c) => {
    const signedIn = await authenticateWithTwoSteps(platform, c, callLimits.passkeys)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const body = await readAuthBody(c, answerBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    const added = await finishRegistration(platform, signedIn, {
      challengeId: body.challenge_id,
      credential: body.credential as unknown as RegistrationResponseJSON,
    })
    return isAuthRefusal(added) ? answerAuthError(c, added) : c.json(toPasskeyObject(added))
  })

  app.post('/passkeys/authentication/options', async (c) => {
    const limited = await limitCalls(platform, callLimits.passkeyOptions, c.get('clientIp'))
    return limited ? answerAuthError(c, limited) : c.json(await beginSignIn(platform))
  })

  app.post('/passkeys/authentication/verify', async (c) => {
    const limited = await limitCalls(platform, callLimits.passkeyVerify, c.get('clientIp'))
    if (limited) return answerAuthError(c, limited)
    const body = await readAuthBody(c, answerBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    const answered = {
      challengeId: body.challenge_id,
      credential: body.credential as unknown as AuthenticationResponseJSON,
    }
    const bearer = await authenticateBearer(platform, c)
    const signedIn = isAuthRefusal(bearer) ? null : bearer
    const answer = await signInByPasskey(platform, answered, { device: readDevice(c), signedIn })
    return isAuthRefusal(answer) ? answerAuthError(c, answer) : c.json(answer)
  })

  app.get('/passkeys', async (c) => {
    const signedIn = requireTwoSteps(await authenticateBearer(platform, c))
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    return c.json((await listPasskeys(platform.database, signedIn.user.id)).map(toPasskeyObject))
  })

  app.patch('/passkeys/:id', async (c) => {
    const signedIn = await authenticateWithTwoSteps(platform, c, callLimits.passkeys)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const body = await readAuthBody(c, renameBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    const id = parseIdParam(c)
    const renamed = id
      ? await renamePasskey(platform, signedIn, id, body.friendly_name)
      : refuseAuth('webauthn_credential_not_found')
    return isAuthRefusal(renamed) ? answerAuthError(c, renamed) : c.json(toPasskeyObject(renamed))
  })

  app.delete('/passkeys/:id', async (c) => {
    const signedIn = await authenticateWithTwoSteps(platform, c, callLimits.passkeys)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const id = parseIdParam(c)
    const refusal = id
      ? await deletePasskey(platform, signedIn, id)
      : refuseAuth('webauthn_credential_not_found')
    return refusal ? answerAuthError(c, refusal) : c.body(null, 204)
  })
  return app
}

/** A passkey on the wire. Contains only the members listed here. */
function toPasskeyObject({ id, name, createdAt, lastUsedAt }: PasskeyRow) {
  return {
    id,
    friendly_name: name,
    created_at: createdAt.toISOString(),
    ...(lastUsedAt ? { last_used_at: lastUsedAt.toISOString() } : {}),
  }
}
