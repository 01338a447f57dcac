import type { Hono } from 'hono'
import type { Profile } from '../../../contract/account.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { serveEndpoints } from '../../http/serve-endpoints.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Account, accountCallers } from '../sessions/authenticate.ts'
import { findProfile } from './profile-store.ts'
import { renameAccount } from './rename-account.ts'
import { findUserById } from './user-store.ts'

/** The signed-in person's own profile. */
export function createProfileRoutes(platform: Platform): Hono<AppEnv> {
  return serveEndpoints(platform, accountCallers, {
    'GET /api/profile': ({ caller }) => readProfile(platform, caller),

    async 'PATCH /api/profile'({ caller, body }) {
      await renameAccount(platform, caller.id, body.full_name)
      return readProfile(platform, caller)
    },
  })
}

/** From the profile row; for an account without one, from what its sign-up said. */
async function readProfile({ database }: Platform, account: Account): Promise<Profile> {
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
