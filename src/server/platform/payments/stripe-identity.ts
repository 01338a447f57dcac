import Stripe from 'stripe'
import { isCalendarDate } from '../../../domain/calendar-date.ts'
import {
  type CheckedIdentity,
  type IdentityProvider,
  IdentityProviderUnavailable,
  type SessionState,
} from '../identity-provider/index.ts'
import { createStripeClient, parseEvent, type StripeClientOptions } from './stripe-client.ts'

/** Stripe returns birth dates only to restricted keys with an extra permission (docs/identity-provider.md). */
export type StripeIdentityOptions = StripeClientOptions & { webhookSecret: string }

/**
 * Stripe Identity, or the simulator, through the official SDK. Each session requires a document and a matching face,
 * captured live.
 */
export function createStripeIdentity(options: StripeIdentityOptions): IdentityProvider {
  const stripe = createStripeClient(options)
  const sessions = stripe.identity.verificationSessions
  return {
    name: 'Stripe Identity',

    start: ({ checkId, returnUrl }) =>
      callStripeIdentity(async () => {
        const session = await sessions.create(
          {
            type: 'document',
            client_reference_id: checkId,
            return_url: returnUrl,
            options: { document: { require_matching_selfie: true, require_live_capture: true } },
          },
          { idempotencyKey: `identity-check-${checkId}` },
        )
        return { sessionId: session.id }
      }),

    collect: (sessionId) =>
      callStripeIdentity(async () => {
        const expand = ['verified_outputs', 'verified_outputs.dob', 'last_verification_report']
        try {
          return readState(await sessions.retrieve(sessionId, { expand }))
        } catch (error) {
          if (isUnknown(error)) return { state: 'gone' }
          throw error
        }
      }),

    erase: (sessionId) =>
      callStripeIdentity(async () => {
        try {
          await sessions.redact(sessionId)
        } catch (error) {
          if (isUnknown(error)) return
          // A session that was redacted, or is being redacted, can't be redacted again.
          const isErased = async () => (await sessions.retrieve(sessionId)).redaction !== null
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || !(await isErased())) throw error
        }
      }),

    parseNotice(rawBody, signature, receivedAt) {
      const event = parseEvent(stripe, options.webhookSecret, rawBody, signature, receivedAt)
      if (!event) return null
      const object: { object?: unknown; id?: unknown } = event.data.object
      const isSession = object.object === 'identity.verification_session' && typeof object.id === 'string'
      return { sessionId: isSession ? String(object.id) : null }
    },
  }
}

function readState(session: Stripe.Identity.VerificationSession): SessionState {
  if (session.redaction) return { state: 'gone' }
  switch (session.status) {
    case 'verified':
      return { state: 'verified', identity: readIdentity(session) }
    case 'requires_input':
      return { state: 'open', url: session.url, fault: session.last_error?.code ?? null }
    case 'canceled':
      return { state: 'cancelled' }
    default:
      return { state: 'processing' }
  }
}

function readIdentity(session: Stripe.Identity.VerificationSession): CheckedIdentity {
  const { verified_outputs: outputs, last_verification_report: report } = session
  const { year, month, day } = outputs?.dob ?? {}
  const padTwo = (part: number | null | undefined) => String(part ?? '').padStart(2, '0')
  const birthDate = `${String(year ?? '').padStart(4, '0')}-${padTwo(month)}-${padTwo(day)}`
  return {
    givenNames: outputs?.first_name ?? '',
    surname: outputs?.last_name ?? '',
    birthDate: isCalendarDate(birthDate) ? birthDate : null,
    faceMatched: typeof report === 'object' && report?.selfie?.status === 'verified',
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

async function callStripeIdentity<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      throw new IdentityProviderUnavailable(`${error.type} ${error.code ?? ''}`.trim(), { cause: error })
    throw error
  }
}
