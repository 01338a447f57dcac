import { describe, expect, it } from 'vitest'
import { type LanguageTag, languageTags } from '../language.ts'
import { currentConsentTextVersion, findConsentText } from './consent-text.ts'
import { validities } from './validity.ts'
import { verificationKinds } from './verification.ts'

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
it('names banks, eIDs, age keys and the name in the current version alone (FORM-28)', () => {
  const write = (consentTextVersion: string) =>
    JSON.stringify(findConsentText({ ...current, consentTextVersion, type: 'age' })?.sections)
  for (const told of [
    'or confirmed by a bank, an eID or an age key',
    'for the holder’s name',
    'different languages',
  ])
    expect([write(currentConsentTextVersion).includes(told), write('2027-01').includes(told)]).toEqual([
      true,
      false,
    ])
})

describe.each(languageTags)('the current text in %s', (language) => {
  it.each(verificationKinds.flatMap((type) => validities.map((validity) => ({ type, validity }))))(
    'has the same parts, paragraphs and sentences as the English one: $type, $validity (FORM-28)',
    ({ type, validity }) => {
      const of = { consentTextVersion: currentConsentTextVersion, type, validity }
      const shape = (tag: LanguageTag) => {
        const text = findConsentText(of, tag)
        const sections = text?.sections.map(({ id, paragraphs }) => [id, paragraphs.length])
        return { sections, warning: text?.warning.length, version: text?.version }
      }
      expect(findConsentText(of, language)?.language).toBe(language)
      expect(shape(language)).toEqual(shape('en'))
      const texts = JSON.stringify(findConsentText(of, language))
      // Every character must be visible on a sealed page.
      expect(texts).not.toMatch(/[\u00ad\u200b-\u200f\u2060-\u2069]/)
      const hours = JSON.stringify(findConsentText(of, language)?.sections).match(/24|168/g) ?? []
      expect(hours).toEqual(validity === '24_hours' ? ['24'] : validity === '7_days' ? ['168'] : [])
    },
  )
})

it.each(['2026-12', '2027-01'])('is in English alone in version %s (FORM-28)', (consentTextVersion) => {
  for (const language of languageTags) {
    const of = { ...current, consentTextVersion, type: 'age' } as const
    expect(findConsentText(of, language)).toEqual(findConsentText(of, 'en'))
  }
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
  it('states a withdrawal with every validity (VALID-2)', () => {
    for (const validity of validities)
      expect(readDuration({ ...current, type, validity })).toContain(
        'Either party may withdraw it at any time',
      )
  })
})
