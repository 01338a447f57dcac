import type { VerificationKind } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/consent-document.ts'
import { FullConsentText } from './full-consent-text.tsx'
import { Section } from './section.tsx'

/** The whole consent text as a part of the document. */
export function ConsentTextSection({
  version,
  kind,
  getAnchor,
}: {
  version: string
  kind: VerificationKind
  getAnchor?: (part: string) => string
}) {
  return (
    <Section title={words.fullText}>
      <FullConsentText version={version} kind={kind} getAnchor={getAnchor} />
    </Section>
  )
}
