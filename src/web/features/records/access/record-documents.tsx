import { SimpleGrid, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { RecordView } from '../../../../contract/record.ts'
import { Section } from '../../../shared/consent-document/section.tsx'
import classes from '../../../shared/documents/document-tile.module.css'
import { DocumentTile } from '../../../shared/documents/document-tile.tsx'
import { documentWords } from '../../../shared/documents/document-words.ts'
import { words } from './words.ts'

/** Photos and IDs of both, for as long as they exist. */
export function RecordDocuments({
  documents,
  onReload,
}: {
  documents: RecordView['documents']
  onReload(): void
}) {
  const named = [
    { name: documentWords.yourPhoto, view: documents.thirdPartySelfie },
    { name: documentWords.yourId, view: documents.thirdPartyId },
    { name: words.creatorPhoto, view: documents.creatorSelfie },
    { name: words.creatorId, view: documents.creatorId },
  ]
  // With wallets alone nobody gave a picture.
  if (named.every(({ view }) => view === null)) return null
  return (
    <Section title={words.documents}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
        {named.map(({ name, view }) => {
          if (!view) return null
          if (view.state === 'open') {
            return <DocumentTile key={name} document={view.document} name={name} onReload={onReload} />
          }
          return (
            <div key={name} className={classes['state']}>
              <IconTrash aria-hidden />
              <Text size="sm">{words.destroyed(name)}</Text>
            </div>
          )
        })}
      </SimpleGrid>
    </Section>
  )
}
