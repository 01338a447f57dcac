import { Anchor, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { StoredDocument } from '../../../contract/verification.ts'
import { signedUrlLife } from '../../../domain/document.ts'
import words from '../../../words/en/documents.ts'
import { useDialogInHistory } from '../steps/use-place.ts'
import classes from './document-tile.module.css'
import { StoredImage } from './stored-image.tsx'

const EnlargedDocument = lazy(() => import('./enlarged-document.tsx'))

/** Several documents beside each other. */
export function DocumentTiles({ children }: { children: ReactNode }) {
  return <div className={classes['tiles']}>{children}</div>
}

type DocumentTileProps = {
  document: StoredDocument
  /** The document's accessible name: "Your photo". */
  name: string
  /** Its visible name, where that is another one: "Ravi Patel’s photo". */
  caption?: string
  /** Whether the reader gave it themselves: content protection leaves it alone (PROTECT-7). */
  isOwn: boolean
  /** Fetches a fresh address. */
  onReload?(): void
}

/**
 * A stored document with its name. It can be enlarged, as an ID may be small print, or several pages below each other,
 * and downloaded: the very file whose fingerprint the record has (UPLOAD-24).
 */
export function DocumentTile({
  document,
  name,
  caption = name,
  isOwn,
  onReload = reloadPage,
}: DocumentTileProps) {
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
          {caption}
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

type SteadyDocumentProps = {
  document: StoredDocument
  name: string
  caption?: string
  /** Whether the reader gave it themselves. */
  isOwn: boolean
  onReload(): void
}

/** A document that does not flicker while the record around it is kept true. */
export function SteadyDocument({ document, onReload, ...named }: SteadyDocumentProps) {
  const usedRef = useRef(document)
  usedRef.current = chooseDocumentInUse(usedRef.current, document, new Date())
  const reload = () => {
    // An expired address is replaced by the next one.
    usedRef.current = { ...usedRef.current, urlExpiresAt: new Date(0).toISOString() }
    onReload()
  }
  return <DocumentTile {...named} document={usedRef.current} onReload={reload} />
}

/**
 * Which address of a document to show: the one in use until it is within 5 minutes of its end (UPLOAD-12) or another
 * document took its place, then the latest. Every look at a record brings new addresses, and a photo must not flicker
 * with each.
 */
export function chooseDocumentInUse(used: StoredDocument, latest: StoredDocument, now: Date): StoredDocument {
  const endsAt = new Date(used.urlExpiresAt).getTime()
  const isEnding = endsAt - now.getTime() <= signedUrlLife.renewBeforeEndSeconds * 1000
  return isEnding || used.id !== latest.id ? latest : used
}
