import type { VerificationKind } from '../../../domain/verification/kind.ts'
import { documentWords as words } from './document-words.ts'
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
