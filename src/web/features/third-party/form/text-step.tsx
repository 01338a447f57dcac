import { Anchor, Button, Paper, Text } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { consentSummary } from '../../../../domain/verification/consent-summary.ts'
import { findConsentText } from '../../../../domain/verification/consent-text.ts'
import documentWords from '../../../../words/en/consent-document.ts'
import words from '../../../../words/en/form.ts'
import { Section } from '../../../shared/consent-document/section.tsx'
import classes from './signing-form.module.css'

type TextStepProps = {
  form: Pick<ThirdPartyView, 'consentTextVersion' | 'type' | 'additionalInformation'>
  /** Opens the whole text, at one of its parts. */
  onRead(part?: string): void
}

/** What the text comes to, what is in it, and the way to all of it. */
export function TextStep({ form, onRead }: TextStepProps) {
  const sections = findConsentText(form.consentTextVersion, form.type)?.sections ?? []
  return (
    <Paper className={classes['paper']}>
      <Section title={words.summaryTitle} order={3}>
        <ul className={classes['summary']}>
          {consentSummary.map(({ sentence }) => (
            <li key={sentence}>{words.summary[sentence]}</li>
          ))}
        </ul>
        <Text size="sm" c="dimmed" mt="sm">
          {words.summaryNot}
        </Text>
      </Section>
      <Section title={words.contentsTitle} order={3}>
        <ol className={classes['contents']}>
          {sections.map(({ id, heading }) => (
            <li key={id}>
              <Anchor component="button" type="button" mod="standalone" onClick={() => onRead(id)}>
                {heading}
              </Anchor>
            </li>
          ))}
          {form.additionalInformation ? (
            <li>
              <Anchor component="button" type="button" mod="standalone" onClick={() => onRead('terms')}>
                {documentWords.additionalTerms}
              </Anchor>
            </li>
          ) : null}
        </ol>
        <Button
          variant="light"
          fullWidth
          mt="md"
          leftSection={<IconFileText size="1.25em" aria-hidden />}
          onClick={() => onRead()}
        >
          {words.readWhole}
        </Button>
        <Text size="sm" c="dimmed" mt="xs">
          {documentWords.version({ version: form.consentTextVersion })}
        </Text>
      </Section>
    </Paper>
  )
}
