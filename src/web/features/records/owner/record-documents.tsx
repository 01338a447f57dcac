import { Anchor, SimpleGrid, Text } from '@mantine/core'
import { IconLock, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { DocumentView, OwnerView } from '../../../../contract/verification.ts'
import type { VerificationStatus } from '../../../../domain/verification/verification.ts'
import documentWords from '../../../../words/en/documents.ts'
import words from '../../../../words/en/owner.ts'
import { Section } from '../../../shared/consent-document/section.tsx'
import classes from '../../../shared/documents/document-tile.module.css'
import { SteadyDocument } from '../../../shared/documents/steady-document.tsx'

type RecordDocumentsProps = {
  documents: OwnerView['documents']
  status: VerificationStatus
  onReload(): void
}

/** Photos and IDs of both parties; the third party's only once verified, and only on a paid plan (OWNER-4). */
export function RecordDocuments({ documents, status, onReload }: RecordDocumentsProps) {
  const named = [
    { name: documentWords.yourPhoto, isOwn: true, view: documents.selfie },
    { name: documentWords.yourId, isOwn: true, view: documents.id },
    { name: documentWords.thirdPartyPhoto, isOwn: false, view: documents.thirdPartySelfie },
    { name: documentWords.thirdPartyId, isOwn: false, view: documents.thirdPartyId },
  ]
  const shown = named.flatMap(({ view, ...one }) => (view ? [{ ...one, view }] : []))
  if (shown.length === 0 && status !== 'pending') return null
  return (
    <Section title={words.documents}>
      {shown.length > 0 ? (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
          {shown.map((one) => (
            <OneDocument key={one.name} {...one} onReload={onReload} />
          ))}
        </SimpleGrid>
      ) : null}
      {status === 'pending' ? (
        <Text mt={shown.length > 0 ? 'md' : 0} c="dimmed">
          {words.documentsLater}
        </Text>
      ) : null}
    </Section>
  )
}

type OneDocumentProps = { name: string; isOwn: boolean; view: DocumentView; onReload(): void }

function OneDocument({ name, isOwn, view, onReload }: OneDocumentProps) {
  switch (view.state) {
    case 'open':
      return <SteadyDocument document={view.document} name={name} isOwn={isOwn} onReload={onReload} />
    case 'locked':
      return (
        <div className={classes['state']}>
          <IconLock aria-hidden />
          <Text size="sm">{words.locked[view.until]({ name })}</Text>
          <Anchor component={Link} to="/subscription" size="sm" mod="standalone">
            {words.seePlans}
          </Anchor>
        </div>
      )
    case 'withheld':
      return (
        <div className={classes['state']}>
          <IconLock aria-hidden />
          <Text size="sm">{documentWords.withheld({ name })}</Text>
        </div>
      )
    case 'destroyed':
      return (
        <div className={classes['state']}>
          <IconTrash aria-hidden />
          <Text size="sm">{words.destroyed({ name })}</Text>
        </div>
      )
  }
}
