import { type Creation, makeCreationSchema } from '../../contract/creation.ts'
import type { FieldError } from '../../contract/problem.ts'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import { isPossible } from '../../domain/evidence/asks-for.ts'
import { currentConsentTextVersion, findConsentText } from '../../domain/verification/consent-text.ts'
import { type VerificationKind, verificationKinds } from '../../domain/verification/kind.ts'
import { findStepFault, type StepFault } from '../../domain/verification/wizard.ts'
import accountMessages from '../../words/en/account-messages.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import { validate } from '../http/validated.ts'

/**
 * A creation whose every field holds, or the refusal that the wizard would have shown: the first step check that fails, in the specified
 * order, then everything else that is wrong, all fields at once.
 *
 * @param now decides which day a signature may carry, and with it the day on which the creator's exact age is counted
 */
export function readCreationRequest(body: unknown, now: Date): Creation | Refusal {
  const fault = findFirstStepFault(body)
  if (fault) return refuse(fault)
  const creation = validate(makeCreationSchema(now, readText(body, 'signatureDate')), body)
  if (isRefusal(creation))
    return isUnderAge(creation.errors ?? [], body) ? { ...creation, refused: 'under_age' } : creation
  if (!isPossible(creation.asksFor)) return refuse('asks_impossible')
  const text = findConsentText(creation.consentTextVersion, creation.type)
  return text?.version === currentConsentTextVersion ? creation : refuse('consent_text_changed')
}

function findFirstStepFault(body: unknown): StepFault | null {
  const kind = parseKind(body)
  if (!kind) return null
  const answers = {
    identityConsent: readField(body, 'identityConsent') === true,
    // What a wallet may take the place of is asked for later, when the proof is looked at.
    hasSelfie: readText(body, 'selfieDocumentId') !== '' || readText(body, 'walletProofId') !== '',
    fullName: readText(body, 'fullName'),
    dateOfBirth: readText(body, 'dateOfBirth'),
    thirdPartyName: readText(body, 'thirdPartyName'),
    thirdPartySocialMediaName: readText(body, 'thirdPartySocialMediaName'),
    platformName: readText(body, 'platformName'),
    signature: readText(body, 'signature'),
    signatureDate: readText(body, 'signatureDate'),
    hasIdDocument: readText(body, 'idDocumentId') !== '' || readText(body, 'walletProofId') !== '',
    thirdPartyEmail: readText(body, 'thirdPartyEmail'),
  }
  for (const step of [1, 2, 3, 4] as const) {
    const fault = findStepFault(kind, step, answers)
    if (fault) return fault
  }
  return null
}

function parseKind(body: unknown): VerificationKind | undefined {
  return verificationKinds.find((kind) => kind === readField(body, 'type'))
}

/** A text field as it came; anything but a text counts as not given. */
function readText(body: unknown, name: string): string {
  const value = readField(body, name)
  return typeof value === 'string' ? value : ''
}

function readField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? (body as Record<string, unknown>)[name]
    : undefined
}

/** A birth date that exists and is refused is one of somebody too young. */
function isUnderAge(errors: FieldError[], body: unknown): boolean {
  return (
    errors.some(({ path, message }) => path === 'dateOfBirth' && message === accountMessages.dateOfBirth) &&
    isCalendarDate(readText(body, 'dateOfBirth'))
  )
}
