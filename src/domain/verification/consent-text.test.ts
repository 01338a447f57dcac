import { describe, expect, it } from 'vitest'
import { currentConsentTextVersion, findConsentText } from './consent-text.ts'
import { validities } from './validity.ts'

const current = { consentTextVersion: currentConsentTextVersion, validity: 'until_withdrawn' } as const

const readDuration = (signed: Parameters<typeof findConsentText>[0]) =>
  findConsentText(signed)
    ?.sections.find(({ id }) => id === 'duration')
    ?.paragraphs.join(' ')

it.each(['age', 'person'] as const)('contains all eight specified parts for %s (FORM-4)', (kind) => {
  const text = findConsentText({ ...current, type: kind })
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
it.each(['1999-01', '', 'constructor', '__proto__'])('has no version %j (FORM-4)', (version) => {
  expect(findConsentText({ ...current, consentTextVersion: version, type: 'age' })).toBeNull()
})
it('has the specified titles (FORM-1)', () => {
  expect(findConsentText({ ...current, type: 'age' })?.title).toBe('Age & Identity Verification Consent Form')
  expect(findConsentText({ ...current, type: 'person' })?.title).toBe('Person Verification Consent Form')
})

describe.each(['age', 'person'] as const)('the duration in the text of kind %s', (type) => {
  it('states the start and the length of the validity (VALID-2)', () => {
    for (const [validity, time] of [
      ['24_hours', 'valid for 24 hours from that moment'],
      ['7_days', 'valid for 7 days, which are 168 hours, from that moment'],
    ] as const) {
      const duration = readDuration({ ...current, type, validity })
      expect(duration).toContain(
        'at the moment the third party submits this document, by the clock of the service',
      )
      expect(duration).toContain(time)
    }
  })
  it("is word for word the first version's where no validity was chosen (VALID-2)", () => {
    expect(findConsentText({ ...current, type })?.sections).toEqual(
      findConsentText({ ...current, consentTextVersion: '2026-12', type })?.sections,
    )
  })
  it('states no end in the first version, and a withdrawal in every one (VALID-2)', () => {
    for (const validity of validities) {
      expect(readDuration({ consentTextVersion: '2026-12', type, validity })).not.toContain('valid for')
      expect(readDuration({ ...current, type, validity })).toContain(
        'Either party may withdraw it at any time',
      )
    }
  })
})
