import { Anchor, Text } from '@mantine/core'
import type { StoredDocument } from '../../../contract/document.ts'
import classes from './document-tile.module.css'
import { documentWords as words } from './document-words.ts'
import { StoredImage } from './stored-image.tsx'

type DocumentTileProps = {
  document: StoredDocument
  /** The document's accessible name: "Your photo". */
  name: string
  /** Fetches a fresh address. */
  onReload?(): void
}

/**
 * A stored document with its name. It can be opened in its full size, as an ID may be small print, or several pages below each other, and
 * downloaded: the very file whose fingerprint the record has (UPLOAD-24).
 */
export function DocumentTile({ document, name, onReload = reloadPage }: DocumentTileProps) {
  return (
    <figure className={classes['tile']}>
      <div className={classes['picture']}>
        <StoredImage key={document.url} src={document.url} name={name} onReload={onReload} />
      </div>
      <figcaption className={classes['caption']}>
        <Text size="sm" c="dimmed" component="span">
          {name}
        </Text>
        <span className={classes['ways']}>
          <Anchor
            href={document.url}
            target="_blank"
            rel="noopener"
            size="sm"
            aria-label={words.openWhole(name)}
          >
            {words.fullSize}
          </Anchor>
          <Anchor
            href={document.url}
            download={fileName(document)}
            size="sm"
            aria-label={words.downloadOne(name)}
          >
            {words.download}
          </Anchor>
        </span>
      </figcaption>
    </figure>
  )
}

function fileName({ category, contentType }: StoredDocument): string {
  return `${category === 'id' ? 'id' : 'photo'}.${contentType === 'image/png' ? 'png' : 'jpg'}`
}

function reloadPage() {
  window.location.reload()
}
