import { Anchor, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { StoredDocument } from '../../../contract/verification.ts'
import words from '../../../words/en/documents.ts'
import { useDialogInHistory } from '../steps/use-dialog-in-history.ts'
import classes from './document-tile.module.css'
import { StoredImage } from './stored-image.tsx'

const EnlargedDocument = lazy(() => import('./enlarged-document.tsx'))

type DocumentTileProps = {
  document: StoredDocument
  /** The document's accessible name: "Your photo". */
  name: string
  /** Whether the reader gave it themselves: content protection leaves it alone (PROTECT-7). */
  isOwn: boolean
  /** Fetches a fresh address. */
  onReload?(): void
}

/**
 * A stored document with its name. It can be enlarged, as an ID may be small print, or several pages below each other, and downloaded: the very
 * file whose fingerprint the record has (UPLOAD-24).
 */
export function DocumentTile({ document, name, isOwn, onReload = reloadPage }: DocumentTileProps) {
  const dialog = useDialogInHistory(`document ${document.id}`)
  const [wasOpened, setWasOpened] = useState(false)
  if (dialog.opened && !wasOpened) setWasOpened(true)
  return (
    <figure className={classes['tile']} data-own-document={isOwn || undefined}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the button below does the same for the keyboard. */}
      <div
        className={classes['picture']}
        onClick={({ target }) => {
          if (target instanceof HTMLImageElement) dialog.open()
        }}
      >
        <StoredImage key={document.url} src={document.url} name={name} onReload={onReload} />
      </div>
      <figcaption className={classes['caption']}>
        <Text size="sm" c="dimmed" component="span">
          {name}
        </Text>
        <span className={classes['ways']}>
          <Anchor
            component="button"
            type="button"
            size="sm"
            aria-label={words.openWhole({ name })}
            aria-haspopup="dialog"
            onClick={dialog.open}
          >
            {words.fullSize}
          </Anchor>
          <Anchor
            href={document.url}
            download={nameFile(document)}
            size="sm"
            aria-label={words.downloadOne({ name })}
          >
            {words.download}
          </Anchor>
        </span>
      </figcaption>
      {wasOpened ? (
        <Suspense fallback={null}>
          <EnlargedDocument
            opened={dialog.opened}
            src={document.url}
            name={name}
            isOwn={isOwn}
            onClose={dialog.close}
            onReload={onReload}
          />
        </Suspense>
      ) : null}
    </figure>
  )
}

function nameFile({ category, contentType }: StoredDocument): string {
  return `${category === 'id' ? 'id' : 'photo'}.${contentType === 'image/png' ? 'png' : 'jpg'}`
}

function reloadPage() {
  window.location.reload()
}
