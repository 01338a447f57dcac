import { useRef } from 'react'
import type { StoredDocument } from '../../../contract/document.ts'
import { signedUrlLife } from '../../../domain/document/document.ts'
import { DocumentTile } from '../../shared/documents/document-tile.tsx'

type SteadyDocumentProps = { document: StoredDocument; name: string; onReload(): void }

/**
 * A document that does not flicker: every refetch of the record brings a new address, and the old one stays in use until it is within five
 * minutes of its end or the person asks for a reload.
 */
export function SteadyDocument({ document, name, onReload }: SteadyDocumentProps) {
  const usedRef = useRef(document)
  if (usedRef.current.id !== document.id || isEnding(usedRef.current)) usedRef.current = document
  const reload = () => {
    // An address that has ended is replaced by whatever comes next.
    usedRef.current = { ...usedRef.current, urlExpiresAt: new Date(0).toISOString() }
    onReload()
  }
  return <DocumentTile document={usedRef.current} name={name} onReload={reload} />
}

function isEnding({ urlExpiresAt }: StoredDocument): boolean {
  return new Date(urlExpiresAt).getTime() - Date.now() <= signedUrlLife.renewBeforeEndSeconds * 1000
}
