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

/** A stored document with its name. An ID can be opened in its full size, as it may be small print, or several pages below each other. */
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
        {document.category === 'id' ? (
          <Anchor
            href={document.url}
            target="_blank"
            rel="noopener"
            size="sm"
            aria-label={words.openWhole(name)}
          >
            {words.fullSize}
          </Anchor>
        ) : null}
      </figcaption>
    </figure>
  )
}

function reloadPage() {
  window.location.reload()
}
