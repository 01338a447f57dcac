import type { AuditActor, AuditEvent } from '../audit-event.ts'
import type { VerificationStatus } from './verification.ts'

/**
 * A change of a verification's status: its start, its end, its actor, and its event in the trail. Only the functions
 * below create one; each is one statement (src/server/verifications/store.ts).
 */
export type Transition = Readonly<{
  /** Null for a new verification. */
  from: VerificationStatus | null
  to: VerificationStatus
  by: AuditActor
  event: AuditEvent
}>

export function create(): Transition {
  return { from: null, to: 'pending', by: 'creator', event: 'created' }
}

/**
 * The third party's submission is already in the trail; this event records the service's finding that it was complete.
 */
export function complete(): Transition {
  return { from: 'pending', to: 'verified', by: 'system', event: 'verified' }
}

export function decline(): Transition {
  return { from: 'pending', to: 'rejected', by: 'third_party', event: 'declined' }
}

/** The third party's evidence shows that they are under 18. The creator learns no more than of a refusal. */
export function endUnderAge(): Transition {
  return { from: 'pending', to: 'rejected', by: 'system', event: 'not_completed' }
}

/** By the service, when the creator can no longer sign in to their account. */
export function cancel(by: 'creator' | 'system'): Transition {
  return { from: 'pending', to: 'cancelled', by, event: 'cancelled' }
}

export function expire(): Transition {
  return { from: 'pending', to: 'expired', by: 'system', event: 'expired' }
}

/** Either party, at any time. */
export function withdraw(by: 'creator' | 'third_party'): Transition {
  return { from: 'verified', to: 'withdrawn', by, event: 'withdrawn' }
}
