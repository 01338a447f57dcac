import { expect, it } from 'vitest'
import { consentSummary } from './consent-summary.ts'
import { currentConsentTextVersion, findConsentText } from './consent-text.ts'
import { verificationKinds } from './verification.ts'

it.each(verificationKinds)(
  'says in five sentences what the text says of a verification of kind %s (FORM-15)',
  (kind) => {
    const sections = findConsentText(currentConsentTextVersion, kind)?.sections ?? []
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
