import { Text } from '@mantine/core'
import { consentSummary } from '../../../../domain/verification/consent-summary.ts'
import { defaultValidity } from '../../../../domain/verification/validity.ts'
import formWords from '../../../../words/en/form.ts'
import validityWords from '../../../../words/en/validity.ts'
import {
  AdditionalTerms,
  type DocumentParts,
  FullConsentText,
  Parties,
  Signatures,
  WarningBox,
} from '../../../shared/consent-document/document-parts.tsx'
import { Disclosure } from '../../../shared/ui/disclosure.tsx'
import classes from './document-preview.module.css'

/**
 * What the other person reads and signs, drawn as their first step: the parties, the warning, the text in five
 * sentences, the creator's own terms and signature. The whole text is folded.
 */
export default function DocumentPreview({ parts }: { parts: DocumentParts }) {
  return (
    <div className={classes['paper']}>
      <Text className={classes['title']}>{formWords.askedOf[parts.type]({ name: parts.fullName })}</Text>
      <WarningBox text={parts.consentText} />
      {parts.validity === defaultValidity ? null : (
        <Text mt="md">{validityWords.chosen[parts.validity]}</Text>
      )}
      <Parties parts={parts} />
      <ul className={classes['summary']}>
        {consentSummary.map(({ sentence }) => (
          <li key={sentence}>{formWords.summary[sentence]}</li>
        ))}
      </ul>
      <AdditionalTerms parts={parts} />
      <Signatures parts={parts} />
      <Disclosure title={formWords.wholeText}>
        <FullConsentText text={parts.consentText} />
      </Disclosure>
    </div>
  )
}
