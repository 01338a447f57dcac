import { afterEach, expect, it } from 'vitest'
import { currentConsentTextVersion } from '../domain/verification/consent-text.ts'
import { english } from './language.ts'
import { speak } from './testing/mirrored.ts'
import { describeTextVersion } from './text-version.ts'

afterEach(() => speak(english))

it('names the month of a version of the consent text in the language of its reader (FORM-29)', () => {
  expect(describeTextVersion(currentConsentTextVersion)).toBe(currentConsentTextVersion)
  speak({ ...english, tag: 'de', locale: 'de' })
  expect(describeTextVersion('5 (December 2026)')).toBe('5 (Dezember 2026)')
  expect(describeTextVersion('2027-01')).toBe('2027-01')
})
