import type { StoredDocument } from '../../contract/document.ts'
import type { Platform } from '../platform/platform.ts'
import { signedUrl } from './signed-url.ts'
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
    // What the link gives once a PDF that was stored as it came is drawn.
    contentType: document.contentType === 'application/pdf' ? 'image/jpeg' : document.contentType,
    url: signedUrl(platform.signing, document, expiresAt),
    urlExpiresAt: expiresAt.toISOString(),
  }
}
