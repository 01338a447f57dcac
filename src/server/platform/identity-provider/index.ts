import type { CalendarDate } from '../../../domain/calendar-date.ts'

/** The findings of a provider. They are judged at once and not stored. */
export type CheckedIdentity = {
  givenNames: string
  surname: string
  /** Null where the document shows none that could be read. */
  birthDate: CalendarDate | null
  /** Whether the face in front of the camera was found to be the one in the document. */
  faceMatched: boolean
}

/** The state of a session at the provider. */
export type SessionState =
  /** The person can go on at `url`; `fault` is the provider's word for why the last try was none. */
  | { state: 'open'; url: string | null; fault: string | null }
  | { state: 'processing' }
  | { state: 'verified'; identity: CheckedIdentity }
  | { state: 'cancelled' }
  /** Erased, or not known to the provider. */
  | { state: 'gone' }

/**
 * A message of the provider, proven to be from it: something about this session changed. What changed is asked for,
 * never read here.
 */
type SessionNotice = {
  /** Null when it is about something else. */
  sessionId: string | null
}

/** The provider does not answer, or refuses for a reason of its own. Its message may be logged by name only. */
export class IdentityProviderUnavailable extends Error {
  override name = 'IdentityProviderUnavailable'
}

/**
 * A provider that examines a document and compares its photo with a face. Every method may throw
 * IdentityProviderUnavailable.
 */
export type IdentityProvider = {
  /** As people and records read it; null without one. */
  readonly name: string | null

  /** Opens a session. The same `checkId` within a day answers the same session. */
  start(check: { checkId: string; returnUrl: string }): Promise<{ sessionId: string }>

  /** The present state of a session, with the findings once it is verified. */
  collect(sessionId: string): Promise<SessionState>

  /**
   * Has the provider erase all that it collected in a session. A session that is erased already, or unknown, counts as
   * done.
   */
  erase(sessionId: string): Promise<void>

  /**
   * The notice in a webhook's raw body, or null when its signature is missing, wrong, or out of time by more than five
   * minutes.
   */
  parseNotice(rawBody: string, signature: string | undefined, receivedAt: Date): SessionNotice | null
}

async function rejectAsUnavailable(): Promise<never> {
  throw new IdentityProviderUnavailable('no identity provider is configured')
}

/** Where no provider is asked, which is everywhere unless an operator decides otherwise. */
export const noIdentityProvider: IdentityProvider = {
  name: null,
  start: rejectAsUnavailable,
  collect: rejectAsUnavailable,
  erase: rejectAsUnavailable,
  parseNotice: () => null,
}
