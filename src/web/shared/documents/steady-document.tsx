import { useRef } from 'react'
import type { StoredDocument } from '../../../contract/verification.ts'
import { chooseDocumentInUse } from './document-in-use.ts'
import { DocumentTile } from './document-tile.tsx'

type SteadyDocumentProps = {
  document: StoredDocument
  name: string
  /** Whether the reader gave it themselves. */
  isOwn: boolean
  onReload(): void
}

/** A document that does not flicker while the record around it is kept true. */
export function SteadyDocument({ document, name, isOwn, onReload }: SteadyDocumentProps) {
  const usedRef = useRef(document)
  usedRef.current = chooseDocumentInUse(usedRef.current, document, new Date())
  const reload = () => {
    // An address that has ended is replaced by whatever comes next.
    usedRef.current = { ...usedRef.current, urlExpiresAt: new Date(0).toISOString() }
    onReload()
  }
  return <DocumentTile document={usedRef.current} name={name} isOwn={isOwn} onReload={reload} />
}
