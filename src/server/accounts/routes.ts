import { Hono } from 'hono'
import type { Profile, SignedInDevice } from '../../contract/account.ts'
import type { AppEnv } from '../http/app-env.ts'
import { refuse } from '../http/problem.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import type { Platform } from '../platform/platform.ts'
import { listActivity } from './sessions/activity.ts'
import { type Account, accountCallers } from './sessions/authenticate.ts'
import { noteSecurityEvent } from './sessions/security-events.ts'
import { mergeMetadata } from './sessions/session-answer.ts'
import { computeExpiryCutoff, endSessions, listSessions, type SessionRow } from './stores/session-store.ts'
import {
  changeUser,
  findProfile,
  findUserById,
  keepLanguage,
  lockUser,
  renameProfile,
} from './stores/user-store.ts'
import { readDevice } from './wire/auth-request.ts'
import { createAuthRoutes } from './wire/auth-routes.ts'

/** Everything about accounts: the auth service, the profile and the signed-in devices. */
export function createAccountsRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.route('/auth/v1', createAuthRoutes(platform))
  app.route('/', createProfileRoutes(platform))
  app.route('/', createSessionRoutes(platform))
  return app
}

/** Routes for the devices on which a person is signed in. */
function createSessionRoutes(platform: Platform): Hono<AppEnv> {
  const { database, clock } = platform
  return serveEndpoints(platform, accountCallers, {
    async 'GET /api/sessions'({ caller }) {
      const sessions = await listSessions(database, caller.id, computeExpiryCutoff(clock.now()))
      return sessions.map((session) => describeSignedInDevice(session, caller.sessionId))
    },

    'GET /api/security-activity': ({ caller }) => listActivity(database, caller.id),

    async 'DELETE /api/sessions/:id'({ caller, params: { id }, c }) {
      if ((await endSessions(database, caller.id, 'local', id)) !== 1) return refuse('not_found')
      const fields = { userId: caller.id, sessionId: id, scope: 'device', device: readDevice(c) }
      return noteSecurityEvent(platform, 'signed_out', fields)
    },
  })
}

function describeSignedInDevice(session: SessionRow, currentId: string): SignedInDevice {
  return {
    id: session.id,
    signedInAt: session.createdAt.toISOString(),
    lastUsedAt: session.refreshedAt.toISOString(),
    ip: session.ip,
    userAgent: session.userAgent,
    current: session.id === currentId,
  }
}

function createProfileRoutes(platform: Platform): Hono<AppEnv> {
  return serveEndpoints(platform, accountCallers, {
    'GET /api/profile': ({ caller }) => readProfile(platform, caller),

    async 'PATCH /api/profile'({ caller, body }) {
      await renameAccount(platform, caller.id, body.full_name)
      return readProfile(platform, caller)
    },

    async 'PUT /api/language'({ caller, body }) {
      await keepLanguage(platform.database, caller.id, body.language)
    },
  })
}

/** Reads the profile row; for an account without one, the metadata of its sign-up. */
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

/** Changes the full name in the profile and in the user metadata together. */
function renameAccount(platform: Platform, userId: string, fullName: string): Promise<void> {
  return platform.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) return
    const userMetadata = mergeMetadata(user.userMetadata, { full_name: fullName })
    await changeUser(tx, userId, { userMetadata }, platform.clock.now())
    await renameProfile(tx, userId, fullName)
  })
}
