import { Stack, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import documentWords from '../../../words/en/documents.ts'
import words from '../../../words/en/record.ts'
import { type DocumentParts, Parties, SignedText } from '../../shared/consent-document/document-parts.tsx'
import { Facts } from '../../shared/consent-document/facts.tsx'
import { HowKnown } from '../../shared/consent-document/how-known.tsx'
import documentTileClasses from '../../shared/documents/document-tile.module.css'
import { markLanguage } from '../../shared/mark-language.ts'
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
        {isSigned || !form.consentText ? null : (
          <Title order={2} mb="md" {...markLanguage(form.consentText.language)}>
            {form.consentText.title}
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

/** Replaces a photo or an ID that a legal hold locks. */
export function WithheldDocument({ name }: { name: string }) {
  return (
    <div className={documentTileClasses['state']}>
      <IconLock aria-hidden />
      <Text size="sm">{documentWords.withheld({ name })}</Text>
    </div>
  )
}

type DeletedDocumentsProps = {
  /** The accessible names of those that are gone. */
  names: readonly string[]
  /** Whether another one is still there. */
  isRestThere: boolean
}

/** One line in place of the photos and IDs that are deleted. */
export function DeletedDocuments({ names, isRestThere }: DeletedDocumentsProps) {
  if (names.length === 0) return null
  const sentences = names.map((name) => documentWords.deleted({ name }))
  const isAll = !isRestThere && names.length > 1
  return <Text mt={isRestThere ? 'md' : 0}>{isAll ? documentWords.allDeleted : sentences.join(' ')}</Text>
}
