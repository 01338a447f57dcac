import { SimpleGrid } from '@mantine/core'
import { DocumentTile } from '../../shared/documents/document-tile.tsx'
import { Group } from './sample.tsx'
import { brokenPhoto, id, photo } from './sample-documents.ts'

/** Stored documents: a photo, an ID, and one whose address no longer works. */
export function DocumentSamples() {
  return (
    <Group title="Documents">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <DocumentTile document={photo} name="Your photo" isOwn />
        <DocumentTile document={id} name="Your ID" isOwn />
        <DocumentTile document={brokenPhoto} name="A photo that does not load" isOwn />
      </SimpleGrid>
    </Group>
  )
}
