import { describe, expect, it } from 'vitest'
import { findStepFault, type WizardAnswers } from './wizard.ts'

const whole: WizardAnswers = {
  identityConsent: true,
  hasSelfie: true,
  fullName: 'Łucja Nowak',
  dateOfBirth: '1990-04-17',
  thirdPartyName: 'Sam O’Neill',
  thirdPartySocialMediaName: '@sam',
  platformName: 'Hinge',
  signature: 'Łucja Nowak',
  signatureDate: '2026-11-21',
  hasIdDocument: true,
  thirdPartyEmail: 'sam@example.com',
}

describe('the age wizard', () => {
  it.each([1, 2, 3, 4] as const)('lets the user leave step %i when it is complete (CREATE-4)', (step) => {
    expect(findStepFault('age', step, whole)).toBeNull()
  })
  it('requires consent first on step 1, then the photo, then name and birth date (AGE-1)', () => {
    const nothing = { ...whole, identityConsent: false, hasSelfie: false, fullName: ' ', dateOfBirth: '' }
    expect(findStepFault('age', 1, nothing)).toBe('step_consent')
    expect(findStepFault('age', 1, { ...nothing, identityConsent: true })).toBe('step_photo')
    expect(findStepFault('age', 1, { ...nothing, identityConsent: true, hasSelfie: true })).toBe('step_self')
  })
  it.each(['fullName', 'dateOfBirth'] as const)('blocks step 1 without %s (AGE-1)', (field) => {
    expect(findStepFault('age', 1, { ...whole, [field]: ' ' })).toBe('step_self')
  })
  it.each(['thirdPartyName', 'thirdPartySocialMediaName', 'platformName'] as const)(
    'blocks step 2 without %s (AGE-2)',
    (field) => {
      expect(findStepFault('age', 2, { ...whole, [field]: '  ' })).toBe('step_third_party')
    },
  )
  it.each([{ signature: '' }, { signatureDate: '' }, { hasIdDocument: false }])(
    'blocks step 3 with %j (AGE-3)',
    (missing) => {
      expect(findStepFault('age', 3, { ...whole, ...missing })).toBe('step_sign_date_id')
    },
  )
  it('creates no link without the third party’s email (CREATE-19)', () => {
    expect(findStepFault('age', 4, { ...whole, thirdPartyEmail: '' })).toBe('step_email')
  })
})

describe('the person wizard', () => {
  const person = { ...whole, identityConsent: false, hasSelfie: false, hasIdDocument: false }
  it('requires no photo, no ID and no consent box (PERSON-5)', () => {
    expect(findStepFault('person', 1, person)).toBeNull()
    expect(findStepFault('person', 3, person)).toBeNull()
  })
  it('blocks step 3 without a signature (PERSON-3)', () => {
    expect(findStepFault('person', 3, { ...person, signature: '' })).toBe('step_sign_date')
  })
})
