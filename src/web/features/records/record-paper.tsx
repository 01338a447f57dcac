import { Stack, Text, Title } from '@mantine/core'
import { IconLock, IconTrash } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { findConsentText } from '../../../domain/verification/consent-text.ts'
import words from '../../../words/en/record.ts'
import { type DocumentParts, Parties, SignedText } from '../../shared/consent-document/document-parts.tsx'
import { Facts } from '../../shared/consent-document/facts.tsx'
import { HowKnown } from '../../shared/consent-document/how-known.tsx'
import documentTileClasses from '../../shared/documents/document-tile.module.css'
import { Disclosure } from '../../shared/ui/disclosure.tsx'
import classes from './record-paper.module.css'

type RecordPaperProps = {
  form: DocumentParts & { howKnown: ComponentProps<typeof HowKnown>['facts'] }
  facts: ComponentProps<typeof Facts>['facts']
  documents: ReactNode
  /** Rarely needed content, besides how each fact is known: a legal hold, the pack, technical details. */
  more: ReactNode
}

/** The content below a record, or a request, on both people's pages: pictures, the text, and closed sections. */
export function RecordPaper({ form, facts, documents, more }: RecordPaperProps) {
  const isSigned = form.thirdPartySignature !== null
  const howKnown = <HowKnown facts={form.howKnown} />
  return (
    <article className={classes['rows']}>
      {documents}
      <Disclosure title={isSigned ? words.signedText : words.request}>
        {isSigned ? null : (
          <Title order={2} mb="md">
            {findConsentText(form)?.title}
          </Title>
        )}
        <Facts facts={facts} />
        <div className={classes['parts']}>
          <Parties parts={form} />
        </div>
        <div className={classes['parts']}>
          <SignedText parts={form} />
        </div>
        {isSigned ? null : <div className={classes['parts']}>{howKnown}</div>}
      </Disclosure>
      {isSigned ? (
        <Disclosure title={words.more}>
          <Stack gap="xl" mt="sm">
            {howKnown}
            {more}
          </Stack>
        </Disclosure>
      ) : null}
    </article>
  )
}

/** Replaces a photo or an ID that can't be opened. */
export function ClosedDocument({ isDestroyed, text }: ClosedDocumentProps) {
  return (
    <div className={documentTileClasses['state']}>
      {isDestroyed ? <IconTrash aria-hidden /> : <IconLock aria-hidden />}
      <Text size="sm">{text}</Text>
    </div>
  )
}

type ClosedDocumentProps = { isDestroyed: boolean; text: string }
