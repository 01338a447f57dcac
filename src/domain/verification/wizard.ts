import type { VerificationKind } from './kind.ts'

/** A refusal to leave a step: toast title and description. */
export type StepFault = { title: string; description: string }

/** What the checks of the creation wizards look at (AGE, PERSON). Texts count as missing when blank. */
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

/** Every refusal of a step, in the words that pages and server say (CREATE-5). */
export const stepFaults = {
  consent: { title: 'Consent required', description: 'Please confirm your consent to identity sharing' },
  photo: { title: 'Photo required', description: 'Please take a passport-style photo' },
  self: { title: 'Information required', description: 'Please provide your full name and date of birth' },
  thirdParty: {
    title: 'Information required',
    description: 'Please provide information about the third party',
  },
  signDateId: {
    title: 'Information required',
    description: 'Please sign, date, and upload your ID document',
  },
  signDate: { title: 'Information required', description: 'Please sign and date the form' },
  email: { title: 'Email required', description: "Please provide the third party's email address" },
} satisfies Record<string, StepFault>

const blank = (text: string) => text.trim() === ''

/**
 * The first check of a wizard step that fails, in the order of AGE and PERSON, or `null` when the step may be left.
 * Step 4 is the generation of the link.
 */
export function stepFault(
  kind: VerificationKind,
  step: 1 | 2 | 3 | 4,
  answers: WizardAnswers,
): StepFault | null {
  switch (step) {
    case 1:
      if (kind === 'age' && !answers.identityConsent) return stepFaults.consent
      if (kind === 'age' && !answers.hasSelfie) return stepFaults.photo
      return blank(answers.fullName) || blank(answers.dateOfBirth) ? stepFaults.self : null
    case 2:
      return blank(answers.thirdPartyName) ||
        blank(answers.thirdPartySocialMediaName) ||
        blank(answers.platformName)
        ? stepFaults.thirdParty
        : null
    case 3: {
      const unsigned = blank(answers.signature) || blank(answers.signatureDate)
      if (kind === 'age') return unsigned || !answers.hasIdDocument ? stepFaults.signDateId : null
      return unsigned ? stepFaults.signDate : null
    }
    case 4:
      return blank(answers.thirdPartyEmail) ? stepFaults.email : null
  }
}
