import type { Platform } from '../../platform/platform.ts'
import { noteSecurityEvent } from './security-events.ts'
import { endSessions, type LogOutScope, type SignedIn } from './session-store.ts'

export const logOutScopes = ['global', 'local', 'others'] as const satisfies LogOutScope[]

/** Ends sessions; their access tokens stop working with them. */
export async function logOut(
  platform: Platform,
  { user, sessionId }: SignedIn,
  scope: LogOutScope,
): Promise<void> {
  await endSessions(platform.database, user.id, scope, sessionId)
  noteSecurityEvent(platform, 'signed_out', { userId: user.id, sessionId, scope })
}
