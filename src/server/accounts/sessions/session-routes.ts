import { Hono } from 'hono'
import type { SignedInDevice } from '../../../contract/account.ts'
import { paths } from '../../../contract/paths.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { problemResponse } from '../../http/problem.ts'
import { isRefusal, refuse } from '../../http/refusal.ts'
import type { Platform } from '../../platform/platform.ts'
import { expiredIfOpenedBy } from '../users/policy.ts'
import { authenticate } from './authenticate.ts'
import { noteSecurityEvent } from './security-events.ts'
import { endSessions, listSessions, type SessionRow } from './session-store.ts'

/** The devices that a person is signed in on. */
export function sessionRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.get(paths.sessions, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const sessions = await listSessions(
      platform.database,
      account.id,
      expiredIfOpenedBy(platform.clock.now()),
    )
    return c.json(sessions.map((session) => signedInDevice(session, account.sessionId)))
  })

  app.delete(paths.session, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const id = idParam(c)
    const ended = id ? await endSessions(platform.database, account.id, 'local', id) : 0
    if (id && ended === 1)
      noteSecurityEvent(platform, 'signed_out', { userId: account.id, sessionId: id, scope: 'device' })
    return ended === 1 ? c.body(null, 204) : problemResponse(c, refuse('not_found'))
  })
  return app
}

function signedInDevice(session: SessionRow, currentId: string): SignedInDevice {
  return {
    id: session.id,
    signedInAt: session.createdAt.toISOString(),
    lastUsedAt: session.refreshedAt.toISOString(),
    ip: session.ip,
    userAgent: session.userAgent,
    current: session.id === currentId,
  }
}
