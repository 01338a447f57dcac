import type { VerificationKind } from './verification.ts'

/** The reason why a step can't be left, as an error code. */
export type StepFault =
  | 'step_consent'
  | 'step_photo'
  | 'step_self'
  | 'step_third_party'
  | 'step_sign_date_id'
  | 'step_sign_date'
  | 'step_email'

/** The input of the creation wizards' checks (AGE, PERSON). Blank texts count as missing. */
export type WizardAnswers = {
  identityConsent: boolean
  hasSelfie: boolean
  fullName: string
  dateOfBirth: string
  thirdPartyName: string
  thirdPartySocialMediaName: string
  platformName: string
  signature: string
  signatureDate: string
  hasIdDocument: boolean
  thirdPartyEmail: string
}

const isBlank = (text: string) => text.trim() === ''

/**
 * The first failing check of a wizard step, in the order of AGE and PERSON, or `null` when the step may be left. Step 4
 * is the generation of the link.
 */
export function findStepFault(
  kind: VerificationKind,
  step: 1 | 2 | 3 | 4,
  answers: WizardAnswers,
): StepFault | null {
  switch (step) {
    case 1:
      if (kind === 'age' && !answers.identityConsent) return 'step_consent'
      if (kind === 'age' && !answers.hasSelfie) return 'step_photo'
      return isBlank(answers.fullName) || isBlank(answers.dateOfBirth) ? 'step_self' : null
    case 2:
      return isBlank(answers.thirdPartyName) ||
        isBlank(answers.thirdPartySocialMediaName) ||
        isBlank(answers.platformName)
        ? 'step_third_party'
        : null
    case 3: {
      const unsigned = isBlank(answers.signature) || isBlank(answers.signatureDate)
      if (kind === 'age') return unsigned || !answers.hasIdDocument ? 'step_sign_date_id' : null
      return unsigned ? 'step_sign_date' : null
    }
    case 4:
      return isBlank(answers.thirdPartyEmail) ? 'step_email' : null
  }
}
