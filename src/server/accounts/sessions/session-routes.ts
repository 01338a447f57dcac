import type { Hono } from 'hono'
import type { SignedInDevice } from '../../../contract/account.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { refuse } from '../../http/refusal.ts'
import { serveEndpoints } from '../../http/serve-endpoints.ts'
import type { Platform } from '../../platform/platform.ts'
import { computeExpiredIfOpenedBy } from '../users/policy.ts'
import { accountCallers } from './authenticate.ts'
import { noteSecurityEvent } from './security-events.ts'
import { endSessions, listSessions, type SessionRow } from './session-store.ts'

/** The devices that a person is signed in on. */
export function createSessionRoutes(platform: Platform): Hono<AppEnv> {
  const { database, clock } = platform
  return serveEndpoints(platform, accountCallers, {
    async 'GET /api/sessions'({ caller }) {
      const sessions = await listSessions(database, caller.id, computeExpiredIfOpenedBy(clock.now()))
      return sessions.map((session) => describeSignedInDevice(session, caller.sessionId))
    },

    async 'DELETE /api/sessions/:id'({ caller, params: { id } }) {
      if ((await endSessions(database, caller.id, 'local', id)) !== 1) return refuse('not_found')
      return noteSecurityEvent(platform, 'signed_out', { userId: caller.id, sessionId: id, scope: 'device' })
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
