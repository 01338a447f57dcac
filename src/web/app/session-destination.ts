import type { SessionChange } from '../api/session-state.ts'

/** Where a page is left for after a session begins or ends; null stays. */
export type Destination = '/dashboard' | '/' | null

/**
 * SHELL-5: after a sign-in event a person on /, /login, /register or any /verify path goes to /dashboard; /login and
 * /register do it themselves, because they remember the path that was asked for. After logging out the person goes to /.
 * A session that ended elsewhere leaves the page to the gate, which remembers the path.
 */
export function chooseDestination(change: SessionChange, pathname: string, held: boolean): Destination {
  if (change.type === 'signed-in') {
    const leaves = pathname === '/' || pathname === '/verify' || pathname.startsWith('/verify/')
    return leaves && !held ? '/dashboard' : null
  }
  if (change.type === 'signed-out') return change.cause === 'log-out' ? '/' : null
  return null
}
