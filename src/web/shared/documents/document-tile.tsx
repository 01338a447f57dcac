import { Anchor, Text } from '@mantine/core'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { StoredDocument } from '../../../contract/verification.ts'
import { signedUrlLife } from '../../../domain/document.ts'
import words from '../../../words/en/documents.ts'
import { useDialogInHistory } from '../steps/use-place.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import classes from './document-tile.module.css'
import { StoredImage } from './stored-image.tsx'

const EnlargedDocument = lazyPart(() => import('./enlarged-document.tsx'))

export function DocumentTiles({ children }: { children: ReactNode }) {
  return <div className={classes['tiles']}>{children}</div>
}

type DocumentTileProps = {
  document: StoredDocument
  /** The document's accessible name: "Your photo". */
  name: string
  /** Its visible name, if different: "Ravi Patel’s photo". */
  caption?: string
  /** Whether it is the reader's own document, which content protection exempts (PROTECT-7). */
  isOwn: boolean
  onReload?(): void
}

/**
 * A stored document with its name. It can be enlarged, because an ID may have small print, or several pages, and
 * downloaded: the exact file whose fingerprint is in the record (UPLOAD-24).
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
            mod="standalone"
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
            mod="standalone"
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
  isOwn: boolean
  onReload(): void
}

/** A document that doesn't flicker when the record around it is refetched. */
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
 * The address of a document to show: the current one until it is within 5 minutes of its end (UPLOAD-12) or another
 * document has replaced it, then the latest. Every refetch of a record returns new addresses, and a photo must not
 * flicker each time.
 */
export function chooseDocumentInUse(used: StoredDocument, latest: StoredDocument, now: Date): StoredDocument {
  const endsAt = new Date(used.urlExpiresAt).getTime()
  const isEnding = endsAt - now.getTime() <= signedUrlLife.renewBeforeEndSeconds * 1000
  return isEnding || used.id !== latest.id ? latest : used
}
