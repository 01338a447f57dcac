import type { KnownPerson } from '../../domain/account/guessable-password.ts'
import { findStoredSession } from './session.ts'

/** What the stored session says about the signed-in person: their email and what they registered with; nothing when there is no session. */
export function readStoredPerson(): KnownPerson {
  try {
    const { user } = JSON.parse(findStoredSession() ?? '{}') as {
      user?: { email?: unknown; user_metadata?: object }
    }
    return { ...user?.user_metadata, email: user?.email }
  } catch {
    return {}
  }
}
