import { Anchor, Text } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import type { StoredDocument } from '../../../contract/document.ts'
import classes from './document-tile.module.css'
import { documentWords as words } from './document-words.ts'
import { StoredImage } from './stored-image.tsx'

type DocumentTileProps = {
  document: StoredDocument
  /** The document's name, as in the design: "Your photo". */
  name: string
  /** Fetches a fresh address. */
  onReload?(): void
}

/** A stored document with its name: a photo shown, a PDF to open. */
export function DocumentTile({ document, name, onReload = reloadPage }: DocumentTileProps) {
  return (
    <figure className={classes['tile']}>
      {document.contentType === 'application/pdf' ? (
        <Anchor href={document.url} target="_blank" rel="noopener" className={classes['pdf']}>
          <IconFileTypePdf size={40} stroke={1.25} aria-hidden />
          {words.openPdf(name)}
        </Anchor>
      ) : (
        <div className={classes['picture']}>
          <StoredImage key={document.url} src={document.url} name={name} onReload={onReload} />
        </div>
      )}
      <figcaption>
        <Text size="sm" c="dimmed" component="span">
          {name}
        </Text>
      </figcaption>
    </figure>
  )
}

function reloadPage() {
  window.location.reload()
}
