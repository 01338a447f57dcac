import type { StoredDocument } from '../../contract/document.ts'
import type { DocumentView } from '../../contract/verification.ts'
import { signedUrlLife } from '../../domain/document/document.ts'
import type { DocumentLock } from '../../domain/plan/document-lock.ts'
import type { Platform } from '../platform/platform.ts'
import { signUrl } from './signed-url.ts'
import type { DocumentRow } from './store.ts'

/** A document with a link that opens it for `lifeSeconds` from now. Whoever calls this has checked that the reader may see it. */
export function presentDocument(
  platform: Pick<Platform, 'clock' | 'signing'>,
  document: DocumentRow,
  lifeSeconds: number,
): StoredDocument {
  // Whole seconds, as in the link itself.
  const expiresAt = new Date(Math.floor(platform.clock.now().getTime() / 1000 + lifeSeconds) * 1000)
  return {
    id: document.id,
    category: document.category,
    bucket: document.bucket,
    path: document.path,
    contentType: document.contentType,
    sha256: document.sha256,
    url: signUrl(platform.signing, document, expiresAt),
    urlExpiresAt: expiresAt.toISOString(),
  }
}

/** A link that opens a file for `lifeSeconds` from now. Whoever calls this has checked that the reader may see it. */
export function signFileAddress(
  { clock, signing }: Pick<Platform, 'clock' | 'signing'>,
  file: Pick<DocumentRow, 'bucket' | 'path' | 'withheldAt'>,
  lifeSeconds: number,
): string {
  return signUrl(signing, file, new Date(clock.now().getTime() + lifeSeconds * 1000))
}

/**
 * One of the documents of a page, open for as long as the page may be; null when it is not among them.
 *
 * @param reader whether it is the reader's own, and what they wait for who may only see that it is there; null for one who may open it
 */
export function showDocument(
  platform: Pick<Platform, 'clock' | 'signing'>,
  documents: readonly DocumentRow[],
  id: string | null,
  reader: { isOwner: boolean; lock: DocumentLock | null },
): DocumentView | null {
  const document = documents.find((candidate) => candidate.id === id)
  if (!document) return null
  if (document.destroyedAt) return { state: 'destroyed' }
  if (document.withheldAt && !reader.isOwner) return { state: 'withheld' }
  if (reader.lock) return { state: 'locked', until: reader.lock }
  return {
    state: 'open',
    document: presentDocument(platform, document, signedUrlLife.viewPageSeconds),
    ...(document.withheldAt ? { isWithheld: true } : {}),
  }
}
