import { Anchor, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { findConsentText } from '../../../../domain/verification/consent-text.ts'
import { defaultValidity } from '../../../../domain/verification/validity.ts'
import words from '../../../../words/en/consent-document.ts'
import validityWords from '../../../../words/en/validity.ts'
import {
  AdditionalTerms,
  type DocumentParts,
  FullConsentText,
  Parties,
  Signatures,
  WarningBox,
} from '../../../shared/consent-document/document-parts.tsx'
import { Section } from '../../../shared/consent-document/facts.tsx'
import classes from './document-preview.module.css'

/** The number of parts of the consent text that the preview shows before it is expanded. */
const excerptParts = 2

/** The document as shown to the other person: parties, warning, an excerpt of the text, signatures. */
export default function DocumentPreview({ parts }: { parts: DocumentParts }) {
  const [isWhole, setIsWhole] = useState(false)
  const textId = useId()
  const title = findConsentText(parts)?.title
  return (
    <div className={classes['paper']}>
      <Text className={classes['title']}>{title}</Text>
      <WarningBox />
      {parts.validity === defaultValidity ? null : (
        <Text mt="md">{validityWords.chosen[parts.validity]}</Text>
      )}
      <Parties parts={parts} />
      <Section title={isWhole ? words.fullText : words.excerpt}>
        <div id={textId}>
          <FullConsentText parts={parts} {...(isWhole ? {} : { most: excerptParts })} />
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
          {isWhole ? words.showLess : words.showAll}
        </Anchor>
      </Section>
      <AdditionalTerms text={parts.additionalInformation} by={parts.fullName} />
      <Signatures parts={parts} />
    </div>
  )
}
