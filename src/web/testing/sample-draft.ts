import type { Draft } from '../features/verifications/wizard/draft.ts'
import { makeEmptyWizard, type WizardValues } from '../features/verifications/wizard/wizard-values.ts'

/** A complete form, signed on this day. */
export const makeFilledWizard = (today: string): WizardValues => ({
  ...makeEmptyWizard(today),
  fullName: 'Ada Byron',
  dateOfBirth: '1990-12-10',
  thirdPartyName: 'Charles B.',
  thirdPartySocialMediaName: '@charles',
  platformName: 'Engine',
  signature: 'Ada Byron',
  thirdPartyEmail: 'charles@example.org',
})

/** The same, kept at the last step of the person wizard. */
export const makeSampleDraft = (today: string): Draft => ({
  step: 4,
  values: makeFilledWizard(today),
  idempotencyKey: 'b1a86bb4-5d0c-4c39-8f6e-5f0a2f3cf9a4',
  version: null,
  selfieDocumentId: null,
  idDocumentId: null,
})
