import { Anchor, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { findConsentText } from '../../../../domain/verification/consent-text.ts'
import documentWords from '../../../../words/en/consent-document.ts'
import words from '../../../../words/en/wizard.ts'
import { AdditionalTerms } from '../../../shared/consent-document/additional-terms.tsx'
import type { DocumentParts } from '../../../shared/consent-document/document-parts.ts'
import { FullConsentText } from '../../../shared/consent-document/full-consent-text.tsx'
import { Parties } from '../../../shared/consent-document/parties.tsx'
import { Section } from '../../../shared/consent-document/section.tsx'
import { Signatures } from '../../../shared/consent-document/signatures.tsx'
import { WarningBox } from '../../../shared/consent-document/warning-box.tsx'
import classes from './document-preview.module.css'

/** How many parts of the consent text stand in the preview until one asks for the rest. */
const excerptParts = 2

/** The document as the other person will read it: parties, warning, an excerpt of the text, signatures. */
export function DocumentPreview({ parts }: { parts: DocumentParts }) {
  const [isWhole, setIsWhole] = useState(false)
  const textId = useId()
  const title = findConsentText(parts.consentTextVersion, parts.type)?.title
  return (
    <Stack gap="sm">
      <Text fw={600}>{words.previewTitle}</Text>
      <Text c="dimmed" size="sm">
        {words.previewHint}
      </Text>
      <div className={classes['paper']}>
        <Text className={classes['title']}>{title}</Text>
        <WarningBox />
        <Parties parts={parts} />
        <Section title={isWhole ? documentWords.fullText : documentWords.excerpt}>
          <div id={textId}>
            <FullConsentText
              version={parts.consentTextVersion}
              kind={parts.type}
              {...(isWhole ? {} : { parts: excerptParts })}
            />
          </div>
          <Anchor
            component="button"
            type="button"
            mod="standalone"
            mt="xs"
            aria-expanded={isWhole}
            aria-controls={textId}
            onClick={() => setIsWhole((whole) => !whole)}
          >
            {isWhole ? documentWords.showLess : documentWords.showAll}
          </Anchor>
        </Section>
        <AdditionalTerms text={parts.additionalInformation} by={parts.fullName} />
        <Signatures parts={parts} />
      </div>
    </Stack>
  )
}
