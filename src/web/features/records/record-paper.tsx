import { Paper, Text, Title } from '@mantine/core'
import { IconLock, IconTrash } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { findConsentText } from '../../../domain/verification/consent-text.ts'
import { type DocumentParts, SignedDocument } from '../../shared/consent-document/document-parts.tsx'
import { Facts } from '../../shared/consent-document/facts.tsx'
import { HowKnown } from '../../shared/consent-document/how-known.tsx'
import documentTileClasses from '../../shared/documents/document-tile.module.css'
import classes from './record-paper.module.css'

type RecordPaperProps = {
  form: DocumentParts & { howKnown: ComponentProps<typeof HowKnown>['facts'] }
  facts: ComponentProps<typeof Facts>['facts']
  /** The photos and IDs of both. */
  children: ReactNode
}

/** A record as both people read it. */
export function RecordPaper({ form, facts, children }: RecordPaperProps) {
  return (
    <Paper component="article" className={classes['paper']}>
      <Title order={2} mb="md">
        {findConsentText(form.consentTextVersion, form.type)?.title}
      </Title>
      <Facts facts={facts} />
      <div className={classes['parts']}>
        <HowKnown facts={form.howKnown} />
        <SignedDocument parts={form}>{children}</SignedDocument>
      </div>
    </Paper>
  )
}

/** In place of a photo or an ID that cannot be opened. */
export function ClosedDocument({ isDestroyed, text, children }: ClosedDocumentProps) {
  return (
    <div className={documentTileClasses['state']}>
      {isDestroyed ? <IconTrash aria-hidden /> : <IconLock aria-hidden />}
      <Text size="sm">{text}</Text>
      {children}
    </div>
  )
}

type ClosedDocumentProps = { isDestroyed: boolean; text: string; children?: ReactNode }
