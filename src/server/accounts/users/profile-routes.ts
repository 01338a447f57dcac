import { Hono } from 'hono'
import { type Profile, profileUpdateSchema } from '../../../contract/account.ts'
import { paths } from '../../../contract/paths.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problemResponse } from '../../http/problem.ts'
import { isRefusal } from '../../http/refusal.ts'
import { validatedJson } from '../../http/validated.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Account, authenticate } from '../sessions/authenticate.ts'
import { findProfile } from './profile-store.ts'
import { renameAccount } from './rename-account.ts'
import { findUserById } from './user-store.ts'

/** The signed-in person's own profile. */
export function profileRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.get(paths.profile, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    return c.json(await profileOf(platform, account))
  })

  app.patch(paths.profile, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const body = await validatedJson(c, profileUpdateSchema)
    if (isRefusal(body)) return problemResponse(c, body)
    await renameAccount(platform, account.id, body.full_name)
    return c.json(await profileOf(platform, account))
  })
  return app
}

/** From the profile row; for an account without one, from what its sign-up said. */
async function profileOf({ database }: Platform, account: Account): Promise<Profile> {
  const profile = await findProfile(database, account.id)
  const { id, email, emailVerified } = account
  if (profile) return { id, email, emailVerified, ...profile }
  const fullName = (await findUserById(database, id))?.userMetadata['full_name']
  return {
    id,
    email,
    emailVerified,
    fullName: typeof fullName === 'string' ? fullName : '',
    dateOfBirth: null,
  }
}
