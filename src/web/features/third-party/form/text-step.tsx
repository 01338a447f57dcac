import { Anchor, Button, Modal, Paper, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileText } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { consentSummary } from '../../../../domain/verification/consent-summary.ts'
import documentWords from '../../../../words/en/consent-document.ts'
import words from '../../../../words/en/form.ts'
import {
  AdditionalTerms,
  ConsentTextSection,
  Parties,
  Signatures,
} from '../../../shared/consent-document/document-parts.tsx'
import classes from './signing-form.module.css'
import wholeTextClasses from './whole-text.module.css'

/** A summary of the text, with a button that opens all of it. */
export function TextStep({ onRead }: { onRead(): void }) {
  return (
    <Paper className={classes['paper']}>
      <ul className={classes['summary']}>
        {consentSummary.map(({ sentence }) => (
          <li key={sentence}>{words.summary[sentence]}</li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="sm">
        {words.summaryNot}
      </Text>
      <Button
        variant="light"
        fullWidth
        mt="md"
        leftSection={<IconFileText size="1.25em" aria-hidden />}
        onClick={onRead}
      >
        {words.readWhole}
      </Button>
    </Paper>
  )
}

type WholeTextProps = {
  form: ThirdPartyView
  opened: boolean
  onClose(): void
}

/** The whole document to be signed, above the current step. */
export function WholeText({ form, opened, onClose }: WholeTextProps) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.wholeText}
      size="xl"
      fullScreen={isNarrow}
      radius={isNarrow ? 0 : 'lg'}
      closeButtonProps={{ 'aria-label': words.closeText }}
      classNames={{ header: wholeTextClasses['header'] ?? '' }}
    >
      <WholeDocument form={form} />
    </Modal>
  )
}

/**
 * The complete document: contents, parties, the text in its version, the creator's own terms in a separate box, and the
 * signatures.
 */
export function WholeDocument({ form }: { form: ThirdPartyView }) {
  const { additionalInformation } = form
  const parts = (form.consentText?.sections ?? []).map(({ id, heading }) => ({ id, heading }))
  const terms = additionalInformation ? [{ id: 'terms', heading: documentWords.additionalTerms }] : []
  return (
    <>
      <nav aria-label={words.contentsTitle} className={wholeTextClasses['contents']}>
        <ol>
          {[...parts, ...terms].map(({ id, heading }) => (
            <li key={id}>
              <Anchor href={`#${toAnchor(id)}`} mod="standalone" onClick={(event) => goToPart(event, id)}>
                {heading}
              </Anchor>
            </li>
          ))}
        </ol>
      </nav>
      <Parties parts={form} />
      <ConsentTextSection text={form.consentText} getAnchor={toAnchor} />
      {additionalInformation ? (
        <div id={toAnchor('terms')} tabIndex={-1} className={wholeTextClasses['terms']}>
          <AdditionalTerms parts={form} />
        </div>
      ) : null}
      <Signatures parts={form} />
    </>
  )
}

const toAnchor = (part: string) => `text-${part}`

/** Adds no history entry, so that Back closes the text. */
function goToPart(event: MouseEvent, part: string) {
  event.preventDefault()
  const heading = document.getElementById(toAnchor(part))
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}
