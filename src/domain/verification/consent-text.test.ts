import { expect, it } from 'vitest'
import { currentConsentTextVersion, findConsentText } from './consent-text.ts'

it.each(['age', 'person'] as const)('writes out all eight specified parts for %s (FORM-4)', (kind) => {
  const text = findConsentText(currentConsentTextVersion, kind)
  expect(text?.sections.map(({ heading }) => heading)).toEqual([
    'Introduction',
    'Purpose',
    'Consent to verification',
    'Data usage',
    'Duration and termination',
    'Representations',
    'Limitation of liability',
    'Governing law',
  ])
  expect(text?.sections.every(({ paragraphs }) => paragraphs.length > 0)).toBe(true)
})
it.each(['1999-01', '', 'constructor', '__proto__'])('knows no version %j (FORM-4)', (version) => {
  expect(findConsentText(version, 'age')).toBeNull()
})
it('carries the specified titles (FORM-1)', () => {
  expect(findConsentText(currentConsentTextVersion, 'age')?.title).toBe(
    'Age & Identity Verification Consent Form',
  )
  expect(findConsentText(currentConsentTextVersion, 'person')?.title).toBe('Person Verification Consent Form')
})
