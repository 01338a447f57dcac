import type { Session } from '@supabase/auth-js'
import { findStoredSession, loadAuthClient, sessionStorageKey } from './session.ts'
import { connectSession, readSessionState } from './session-state.ts'

/**
 * Has this browser's session tell what the account looks like now. The tokens stay as they are: one that is rotated while the person leaves
 * the page is lost with the answer, and the session with it (SESSION-13).
 */
export async function renewUser(): Promise<void> {
  if (readSessionState().status !== 'signed-in') return
  await connectSession()
  const { data } = await (await loadAuthClient()).getUser()
  // Read now, not before the question: another tab may have refreshed or ended the session meanwhile.
  const stored = findStoredSession()
  if (data.user === null || stored === null) return
  const session = JSON.parse(stored) as Session
  if (session.user.id !== data.user.id) return
  const renewed = { ...session, user: data.user }
  window.localStorage.setItem(sessionStorageKey, JSON.stringify(renewed))
  tellAllTabs(renewed)
}

/** Says it where the auth clients of all tabs, this one's too, listen to each other. */
function tellAllTabs(session: Session): void {
  const channel = new BroadcastChannel(sessionStorageKey)
  channel.postMessage({ event: 'USER_UPDATED', session })
  channel.close()
}
