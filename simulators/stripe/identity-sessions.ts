import type { SimulatedIdentitySession } from './records.ts'
import type { World } from './world.ts'

/** What the hosted page can be made to find: that all is well, or one of Stripe's reasons why it is not. */
export const identityOutcomes = [
  'verified',
  'document_expired',
  'document_unverified_other',
  'selfie_face_mismatch',
  'selfie_document_missing_photo',
  'consent_declined',
  'under_supported_age',
] as const
export type IdentityOutcome = (typeof identityOutcomes)[number]

/** The session in Stripe's shape; what is sensitive only where it was asked for. */
export function presentIdentitySession(
  session: SimulatedIdentitySession,
  origin: string,
  expand: string[] = [],
): object {
  const { outputs, redaction } = session
  const isOver = session.status === 'canceled' || session.status === 'verified'
  return {
    id: session.id,
    object: 'identity.verification_session',
    client_reference_id: session.clientReferenceId,
    client_secret: null,
    created: Math.floor(session.created / 1000),
    last_error: session.lastError ? { code: session.lastError, reason: 'As the simulator was told.' } : null,
    last_verification_report: buildReport(session, expand.includes('last_verification_report')),
    livemode: false,
    metadata: {},
    options: { document: { require_matching_selfie: session.requiresSelfie, require_live_capture: true } },
    redaction: redaction ? { status: redaction } : null,
    related_customer: null,
    status: session.status,
    type: 'document',
    url: isOver || redaction ? null : `${origin}/identity/${session.id}`,
    ...(expand.includes('verified_outputs')
      ? {
          verified_outputs: outputs && {
            address: null,
            first_name: outputs.firstName,
            last_name: outputs.lastName,
            id_number_type: null,
            ...(expand.includes('verified_outputs.dob') ? { dob: outputs.dob } : {}),
          },
        }
      : {}),
  }
}

function buildReport(session: SimulatedIdentitySession, isExpanded: boolean): unknown {
  if (session.status !== 'verified' && session.lastError === null) return null
  const id = `vr_${session.id.slice(3)}`
  if (!isExpanded) return id
  const isMatched = session.status === 'verified' && session.requiresSelfie
  return {
    id,
    object: 'identity.verification_report',
    selfie: session.requiresSelfie ? { status: isMatched ? 'verified' : 'unverified' } : null,
  }
}

/** Changes a session and tells of it by Stripe's event of that name. */
export function moveIdentitySession(
  world: World,
  origin: string,
  session: SimulatedIdentitySession,
  change: Partial<SimulatedIdentitySession>,
  event: 'created' | 'processing' | 'verified' | 'requires_input' | 'canceled' | 'redacted',
): void {
  Object.assign(session, change)
  world.emit(`identity.verification_session.${event}`, presentIdentitySession(session, origin))
  world.keep()
}
