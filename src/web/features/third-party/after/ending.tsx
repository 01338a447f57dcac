import { Alert, Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import documentWords from '../../../../words/en/documents.ts'
import formWords from '../../../../words/en/form.ts'
import words from '../../../../words/en/gate.ts'
import { AdditionalTerms } from '../../../shared/consent-document/additional-terms.tsx'
import { ConsentTextSection } from '../../../shared/consent-document/consent-text-section.tsx'
import { HowKnown } from '../../../shared/consent-document/how-known.tsx'
import { Parties } from '../../../shared/consent-document/parties.tsx'
import { Section } from '../../../shared/consent-document/section.tsx'
import { Signatures } from '../../../shared/consent-document/signatures.tsx'
import { DocumentTile } from '../../../shared/documents/document-tile.tsx'
import { FeedbackButton } from '../../feedback/index.ts'
import classes from '../form/signing-form.module.css'

/** The completed verification as its third party, of this address, just left it. */
export function Completed({ form, email }: { form: ThirdPartyView; email: string }) {
  const { selfie, id } = form.uploads
  return (
    <Stack gap="xl">
      <Ending title={words.verified} />
      <Alert color="green" icon={<IconCircleCheck aria-hidden />} title={formWords.submittedText}>
        <Text>{formWords.completedNext({ email })}</Text>
      </Alert>
      <div className={classes['paper']}>
        <HowKnown facts={form.howKnown} />
      </div>
      <Stack align="flex-start">
        <Text>{formWords.completedAccount}</Text>
        <Button component={Link} to={`/records/${form.id}`} state={{ email }} variant="default">
          {words.newLink}
        </Button>
      </Stack>
      <FeedbackButton />
      <div className={classes['paper']}>
        <Parties parts={form} />
        {selfie || id ? (
          <Section title={documentWords.documents}>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              {selfie ? <DocumentTile document={selfie} name={formWords.yourPhoto} isOwn /> : null}
              {id ? <DocumentTile document={id} name={formWords.yourId} isOwn /> : null}
            </SimpleGrid>
          </Section>
        ) : null}
        <ConsentTextSection version={form.consentTextVersion} kind={form.type} />
        <AdditionalTerms text={form.additionalInformation} by={form.fullName} />
        <Signatures parts={form} />
      </div>
    </Stack>
  )
}

/** The request was declined and nothing is left of it here. */
export function Declined() {
  return (
    <Paper p="xl">
      <Ending title={formWords.declined} />
      <Text mt="sm">{formWords.declinedText}</Text>
    </Paper>
  )
}

/** Something that they gave says that they are under 18: it is said to them, and to nobody else. */
export function NotCompleted({ name }: { name: string }) {
  return (
    <Paper p="xl">
      <Ending title={formWords.underAge} />
      <Text mt="sm">{formWords.underAgeText({ name })}</Text>
    </Paper>
  )
}

/** Replaces the form under the reader's eyes, so it takes the focus and the top of the page. */
function Ending({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  // Also when the history has arrived at the entry that the steps began on, whose place it would restore.
  // biome-ignore lint/correctness/useExhaustiveDependencies: arrived at another entry.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [key])
  return (
    <Title order={1} ref={heading} tabIndex={-1}>
      {title}
    </Title>
  )
}
