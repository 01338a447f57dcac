import { expect, it } from 'vitest'
import { consentSummary } from './consent-summary.ts'
import { currentConsentTextVersion, findConsentText } from './consent-text.ts'
import { validities } from './validity.ts'
import { verificationKinds } from './verification.ts'

it.each(verificationKinds.flatMap((type) => validities.map((validity) => ({ type, validity }))))(
  'summarises in five sentences the text of a verification of kind $type that is valid for $validity (FORM-15)',
  ({ type, validity }) => {
    const signed = { consentTextVersion: currentConsentTextVersion, type, validity }
    const sections = findConsentText(signed)?.sections ?? []
    expect(sections).toHaveLength(8)
    expect(consentSummary).toHaveLength(5)
    for (const { sentence, standsFor } of consentSummary) {
      expect(standsFor.length, sentence).toBeGreaterThan(0)
      for (const { part, says } of standsFor) {
        const paragraphs = sections.find(({ id }) => id === part)?.paragraphs ?? []
        expect(paragraphs.join(' '), part).toContain(says)
      }
    }
  },
)
