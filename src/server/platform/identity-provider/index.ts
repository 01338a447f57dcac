import type { CalendarDate } from '../../../domain/calendar-date.ts'

/** The findings of a provider. They are evaluated at once and not stored. */
export type CheckedIdentity = {
  givenNames: string
  surname: string
  /** Null when the document shows no readable date. */
  birthDate: CalendarDate | null
  /** Whether the face in front of the camera matches the face in the document. */
  faceMatched: boolean
}

export type SessionState =
  /** The person can continue at `url`; `fault` is the provider's code for the failure of the last try. */
  | { state: 'open'; url: string | null; fault: string | null }
  | { state: 'processing' }
  | { state: 'verified'; identity: CheckedIdentity }
  | { state: 'cancelled' }
  /** Erased, or unknown to the provider. */
  | { state: 'gone' }

/**
 * A message proven to be from the provider: something about this session changed. Its content isn't used; the change is
 * fetched from the provider.
 */
type SessionNotice = {
  /** Null when the message is about something else. */
  sessionId: string | null
}

/** The provider doesn't answer, or refuses for its own reason. Only the name of its message may be logged. */
export class IdentityProviderUnavailable extends Error {
  override name = 'IdentityProviderUnavailable'
}

/**
 * A provider that examines a document and compares its photo with a face. Every method may throw
 * IdentityProviderUnavailable.
 */
export type IdentityProvider = {
  /** The name shown to people and in records; null without a provider. */
  readonly name: string | null

  /** Opens a session. The same `checkId` within a day returns the same session. */
  start(check: { checkId: string; returnUrl: string }): Promise<{ sessionId: string }>

  /** The current state of a session, with the findings once it is verified. */
  collect(sessionId: string): Promise<SessionState>

  /** Tells the provider to erase everything collected in a session. An erased or unknown session counts as done. */
  erase(sessionId: string): Promise<void>

  /**
   * Verifies a webhook and returns its notice; null when the signature is missing, wrong, or more than five minutes
   * off.
   */
  parseNotice(rawBody: string, signature: string | undefined, receivedAt: Date): SessionNotice | null
}

async function rejectAsUnavailable(): Promise<never> {
  throw new IdentityProviderUnavailable('no identity provider is configured')
}

/** The default, unless an operator configures a provider. */
export const noIdentityProvider: IdentityProvider = {
  name: null,
  start: rejectAsUnavailable,
  collect: rejectAsUnavailable,
  erase: rejectAsUnavailable,
  parseNotice: () => null,
}
