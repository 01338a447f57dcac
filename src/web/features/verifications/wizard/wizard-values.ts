import type { CreationInput } from '../../../../contract/creation.ts'
import type { DraftValues } from '../../../../contract/draft.ts'
import type { ShownConsentText } from '../../../../contract/verification.ts'
import type { CalendarDate } from '../../../../domain/calendar-date.ts'
import {
  type AskedChoice,
  type AsksFor,
  askedChoices,
  doesTakeProof,
  toAsked,
} from '../../../../domain/evidence/evidence.ts'
import { defaultValidity, type Validity, validities } from '../../../../domain/verification/validity.ts'
import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import { findStepFault, type StepFault, type WizardAnswers } from '../../../../domain/verification/wizard.ts'
import { readSite } from '../../../api/site.ts'
import type { DocumentParts } from '../../../shared/consent-document/document-parts.tsx'

/** The values of the form, as a draft stores them. */
export type WizardValues = DraftValues

/** The two documents of the age wizard, each stored, being uploaded (`pending`), or missing. */
export type WizardDocuments = { selfie: string | 'pending' | null; id: string | 'pending' | null }

export const noDocuments: WizardDocuments = { selfie: null, id: null }

/** An empty wizard; the signature's date is today on the signer's own calendar (CREATE-7). */
export function makeEmptyWizard(today: CalendarDate): WizardValues {
  return {
    asked: 'usual' satisfies AskedChoice,
    walletName: false,
    validity: defaultValidity,
    walletProofId: '',
    keptProofId: '',
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

/** The evidence that the creator asks for; `usual` for an unknown value in a draft. */
export function toAskedChoice({ asked }: Pick<WizardValues, 'asked'>): AskedChoice {
  return Object.hasOwn(askedChoices, asked) ? (asked as AskedChoice) : 'usual'
}

/** What can prove an age in this installation. */
export function readCanProve() {
  const { wallets, vouchers } = readSite()
  const askVoucherNames = vouchers === 'on'
  return { askWallets: wallets === 'on', askVouchers: askVoucherNames || vouchers === 'age', askVoucherNames }
}

/** Whether the name can be asked for: only where a proof may say it. */
export function mayAskName(choice: AskedChoice): boolean {
  const { walletInsteadOfId, voucherInsteadOfId } = toAsked(choice, readCanProve())
  return walletInsteadOfId || (voucherInsteadOfId === true && readCanProve().askVoucherNames)
}

export function toAsksFor(values: Pick<WizardValues, 'asked' | 'walletName'>): AsksFor {
  const choice = toAskedChoice(values)
  const asksFor = toAsked(choice, readCanProve())
  return values.walletName && mayAskName(choice) ? { ...asksFor, walletName: true } : asksFor
}

/** How long the consent is to be valid; until withdrawn for an unknown value in a draft. */
export function toValidity({ validity }: Pick<WizardValues, 'validity'>): Validity {
  return validities.find((one) => one === validity) ?? defaultValidity
}

/**
 * The evidence that the creator of an age verification gives: a photo and an ID, or instead a proof (AGE-8) or a kept
 * reading (ONCE-9).
 */
export function pickOwnParts(
  values: Pick<WizardValues, 'asked' | 'walletName' | 'walletProofId' | 'keptProofId'>,
) {
  const asksFor = toAsksFor(values)
  const { face, walletInsteadOfId, voucherInsteadOfId, age, keptInstead } = asksFor
  const isProven = doesTakeProof(asksFor) && values.walletProofId !== ''
  const isKept = keptInstead === true && values.keptProofId !== ''
  return {
    isKept,
    asksSelfie: face && !isKept,
    asksId: !isProven && !isKept,
    takesWallet: walletInsteadOfId,
    takesVoucher: voucherInsteadOfId === true,
    takesId: face || age !== 'wallet',
  }
}

/**
 * The input of the step checks. A document that is being uploaded, or isn't required, counts as present, so that it
 * doesn't block the step.
 */
export function toAnswers(values: WizardValues, documents: WizardDocuments): WizardAnswers {
  const { asksSelfie, asksId } = pickOwnParts(values)
  return {
    ...values,
    hasSelfie: documents.selfie !== null || !asksSelfie,
    hasIdDocument: documents.id !== null || !asksId,
  }
}

/** As in the domain, but where only a proof is taken, the page doesn't ask for an ID that it has no field for. */
export type PageFault = StepFault | ProofFault
type ProofFault = 'step_sign_date_wallet' | 'step_sign_date_proof'

/** The first failing check of a step, or null. */
export function findPageFault(
  kind: VerificationKind,
  step: WizardStep,
  values: WizardValues,
  documents: WizardDocuments,
): PageFault | null {
  const fault = findStepFault(kind, step, toAnswers(values, documents))
  return fault === 'step_sign_date_id' && !pickOwnParts(values).takesId ? nameProofFault(values) : fault
}

/** How the page asks for a proof where no ID is taken. */
export const nameProofFault = (values: WizardValues): ProofFault =>
  pickOwnParts(values).takesVoucher ? 'step_sign_date_proof' : 'step_sign_date_wallet'

/** The creation payload in the contract's format (AGE-5, PERSON-7), with the text that was shown; null before that. */
export function makeCreationInput(
  kind: VerificationKind,
  values: WizardValues,
  documents: WizardDocuments,
  text: ShownConsentText | null,
  shownReading = '',
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
    consentTextVersion: text?.version ?? '',
    consentTextLanguage: text?.language ?? null,
    consentTextSha256: text?.sha256 ?? null,
    asksFor: toAsksFor(values),
    validity: toValidity(values),
  }
  if (kind === 'person') return { type: 'person', ...common, thirdPartyPhone: values.thirdPartyPhone }
  const { asksSelfie, asksId, isKept } = pickOwnParts(values)
  return {
    type: 'age',
    ...common,
    // The server has its own message for an unticked box.
    identityConsent: values.identityConsent as true,
    thirdPartyPlatformAge: values.thirdPartyPlatformAge,
    thirdPartyClaimedAge: values.thirdPartyClaimedAge,
    selfieDocumentId: isKept ? null : (documents.selfie ?? (asksSelfie ? '' : null)),
    idDocumentId: isKept ? null : (documents.id ?? (asksId ? '' : null)),
    walletProofId: asksId || isKept ? null : values.walletProofId,
    keptProofId: isKept ? values.keptProofId : null,
    shownReading,
  }
}

export function toPreview(
  kind: VerificationKind,
  values: WizardValues,
  text: ShownConsentText | null,
): DocumentParts {
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
    consentText: text,
    creatorLanguage: text?.language ?? 'en',
    validity: toValidity(values),
    thirdPartySignature: null,
    thirdPartySignatureDate: null,
  }
}

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
function listFieldsOfStep(kind: VerificationKind, step: WizardStep): readonly string[] {
  return (kind === 'age' ? ageFields : personFields)[step]
}

/**
 * The step where errors can be corrected: the current step if it has any, otherwise the first with errors; with its
 * faulty fields from top to bottom. `null` when no error belongs to a field.
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

/** The errors of one step. A missing email isn't an error before the last step, where it is required. */
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
