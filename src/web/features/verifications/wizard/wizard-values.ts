import type { CreationInput } from '../../../../contract/creation.ts'
import type { DraftValues } from '../../../../contract/draft.ts'
import type { CalendarDate } from '../../../../domain/calendar-date.ts'
import { type AskedChoice, askedChoices } from '../../../../domain/evidence/evidence.ts'
import { currentConsentTextVersion } from '../../../../domain/verification/consent-text.ts'
import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import type { WizardAnswers } from '../../../../domain/verification/wizard.ts'
import type { DocumentParts } from '../../../shared/consent-document/document-parts.ts'

/** What a person types and ticks, as a draft keeps it. */
export type WizardValues = DraftValues

/** The two documents of the age wizard, each stored, on its way (`pending`), or missing. */
export type WizardDocuments = { selfie: string | 'pending' | null; id: string | 'pending' | null }

export const noDocuments: WizardDocuments = { selfie: null, id: null }

/** An empty wizard; the signature's date is today on the signer's own calendar (CREATE-7). */
export function makeEmptyWizard(today: CalendarDate): WizardValues {
  return {
    asked: 'usual' satisfies AskedChoice,
    walletProofId: '',
    identityConsent: false,
    fullName: '',
    dateOfBirth: '',
    thirdPartyName: '',
    thirdPartySocialMediaName: '',
    thirdPartyPlatformAge: '',
    thirdPartyClaimedAge: '',
    platformName: '',
    additionalInformation: '',
    signature: '',
    signatureDate: today,
    thirdPartyEmail: '',
    thirdPartyPhone: '',
  }
}

/** What was chosen to be asked for; the usual where a draft has what there is not. */
export function toAskedChoice({ asked }: Pick<WizardValues, 'asked'>): AskedChoice {
  return Object.hasOwn(askedChoices, asked) ? (asked as AskedChoice) : 'usual'
}

/** What the creator of an age verification gives of their own: a photo and an ID, or a wallet's proof in their place (AGE-8). */
export function pickOwnParts(values: Pick<WizardValues, 'asked' | 'walletProofId'>) {
  const { face, walletInsteadOfId, age } = askedChoices[toAskedChoice(values)]
  const isProven = walletInsteadOfId && values.walletProofId !== ''
  return {
    asksSelfie: face,
    asksId: !isProven,
    takesWallet: walletInsteadOfId,
    takesId: face || age !== 'wallet',
  }
}

/**
 * What the step checks look at. A document on its way counts as there: sending it does not hold anybody up; and one that is not asked for
 * counts as given.
 */
export function toAnswers(values: WizardValues, documents: WizardDocuments): WizardAnswers {
  const { asksSelfie, asksId } = pickOwnParts(values)
  return {
    ...values,
    hasSelfie: documents.selfie !== null || !asksSelfie,
    hasIdDocument: documents.id !== null || !asksId,
  }
}

/** The creation payload as the contract takes it (AGE-5, PERSON-7). */
export function makeCreationInput(
  kind: VerificationKind,
  values: WizardValues,
  documents: WizardDocuments,
): CreationInput {
  const common = {
    fullName: values.fullName,
    dateOfBirth: values.dateOfBirth,
    thirdPartyName: values.thirdPartyName,
    thirdPartySocialMediaName: values.thirdPartySocialMediaName,
    platformName: values.platformName,
    additionalInformation: values.additionalInformation,
    signature: values.signature,
    signatureDate: values.signatureDate,
    thirdPartyEmail: values.thirdPartyEmail,
    consentTextVersion: currentConsentTextVersion,
    asksFor: askedChoices[toAskedChoice(values)],
  }
  if (kind === 'person') return { type: 'person', ...common, thirdPartyPhone: values.thirdPartyPhone }
  const { asksSelfie, asksId } = pickOwnParts(values)
  return {
    type: 'age',
    ...common,
    // The server says in its own words when the box is not ticked.
    identityConsent: values.identityConsent as true,
    thirdPartyPlatformAge: values.thirdPartyPlatformAge,
    thirdPartyClaimedAge: values.thirdPartyClaimedAge,
    selfieDocumentId: documents.selfie ?? (asksSelfie ? '' : null),
    idDocumentId: documents.id ?? (asksId ? '' : null),
    walletProofId: asksId ? null : values.walletProofId,
  }
}

/** What the preview shows of it. */
export function toPreview(kind: VerificationKind, values: WizardValues): DocumentParts {
  return {
    type: kind,
    fullName: values.fullName,
    dateOfBirth: values.dateOfBirth,
    signature: values.signature,
    signatureDate: values.signatureDate,
    thirdPartyName: values.thirdPartyName,
    thirdPartySocialMediaName: values.thirdPartySocialMediaName,
    thirdPartyPlatformAge: values.thirdPartyPlatformAge.trim() || null,
    thirdPartyClaimedAge: values.thirdPartyClaimedAge.trim() || null,
    platformName: values.platformName,
    additionalInformation: values.additionalInformation.trim() || null,
    consentTextVersion: currentConsentTextVersion,
    thirdPartySignature: null,
    thirdPartySignatureDate: null,
  }
}
