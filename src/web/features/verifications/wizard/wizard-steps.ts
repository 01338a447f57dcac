import type { VerificationKind } from '../../../../domain/verification/verification.ts'

export const wizardSteps = [1, 2, 3, 4] as const
export type WizardStep = (typeof wizardSteps)[number]

const ageFields: Record<WizardStep, readonly string[]> = {
  1: ['identityConsent', 'selfieDocumentId', 'fullName', 'dateOfBirth'],
  2: [
    'thirdPartyName',
    'thirdPartySocialMediaName',
    'thirdPartyPlatformAge',
    'thirdPartyClaimedAge',
    'platformName',
    'additionalInformation',
  ],
  3: ['signature', 'signatureDate', 'idDocumentId'],
  4: ['thirdPartyEmail'],
}

const personFields: Record<WizardStep, readonly string[]> = {
  1: ['fullName', 'dateOfBirth'],
  2: [
    'thirdPartyName',
    'thirdPartySocialMediaName',
    'platformName',
    'thirdPartyEmail',
    'thirdPartyPhone',
    'additionalInformation',
  ],
  3: ['additionalInformation', 'signatureDate', 'signature'],
  4: ['thirdPartyEmail'],
}

/** The fields of a step from top to bottom, by their names in the contract. */
export function listFieldsOfStep(kind: VerificationKind, step: WizardStep): readonly string[] {
  return (kind === 'age' ? ageFields : personFields)[step]
}

/**
 * Where a person goes to mend errors: the step they are at if it has any, otherwise the first one that does; with its faulty fields from top
 * to bottom. `null` when no error belongs to a field.
 */
export function findFaultyStep(
  kind: VerificationKind,
  errors: Record<string, string>,
  current: WizardStep,
): { step: WizardStep; fields: string[] } | null {
  for (const step of [current, ...wizardSteps]) {
    const fields = listFieldsOfStep(kind, step).filter((field) => field in errors)
    if (fields.length > 0) return { step, fields }
  }
  return null
}

/** The errors of one step. An email that may be left out for now is no error before the last step. */
export function pickErrorsOfStep(
  kind: VerificationKind,
  step: WizardStep,
  errors: Record<string, string>,
  values: { thirdPartyEmail: string },
): Record<string, string> {
  const isEmailLater = step === 2 && values.thirdPartyEmail.trim() === ''
  const fields = listFieldsOfStep(kind, step).filter(
    (field) => !(isEmailLater && field === 'thirdPartyEmail'),
  )
  return Object.fromEntries(
    fields.flatMap((field) => {
      const message = errors[field]
      return message === undefined ? [] : [[field, message]]
    }),
  )
}
