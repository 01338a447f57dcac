import { SimpleGrid, Text } from '@mantine/core'
import { IconLock, IconTrash } from '@tabler/icons-react'
import type { RecordView } from '../../../../contract/record.ts'
import documentWords from '../../../../words/en/documents.ts'
import words from '../../../../words/en/record-access.ts'
import { Section } from '../../../shared/consent-document/section.tsx'
import classes from '../../../shared/documents/document-tile.module.css'
import { SteadyDocument } from '../../../shared/documents/steady-document.tsx'
import { describeWhoOpens } from './who-opens.ts'

type RecordDocumentsProps = {
  view: Pick<RecordView, 'documents' | 'creatorOpens' | 'form'>
  onReload(): void
}

/** Photos and IDs of both, for as long as they exist, and who can open which. */
export function RecordDocuments({ view, onReload }: RecordDocumentsProps) {
  const { documents } = view
  const named = [
    { name: documentWords.yourPhoto, isOwn: true, one: documents.thirdPartySelfie },
    { name: documentWords.yourId, isOwn: true, one: documents.thirdPartyId },
    { name: words.creatorPhoto, isOwn: false, one: documents.creatorSelfie },
    { name: words.creatorId, isOwn: false, one: documents.creatorId },
  ]
  // With wallets alone nobody gave a picture.
  if (named.every(({ one }) => one === null)) return null
  return (
    <Section title={words.documents}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
        {named.map(({ name, isOwn, one }) => {
          if (!one) return null
          if (one.state === 'open') {
            return (
              <SteadyDocument
                key={name}
                document={one.document}
                name={name}
                isOwn={isOwn}
                onReload={onReload}
              />
            )
          }
          const isWithheld = one.state === 'withheld'
          return (
            <div key={name} className={classes['state']}>
              {isWithheld ? <IconLock aria-hidden /> : <IconTrash aria-hidden />}
              <Text size="sm">
                {isWithheld ? documentWords.withheld({ name }) : words.destroyed({ name })}
              </Text>
            </div>
          )
        })}
      </SimpleGrid>
      {describeWhoOpens(view).map((sentence) => (
        <Text key={sentence} mt="md" c="dimmed">
          {sentence}
        </Text>
      ))}
    </Section>
  )
}
