import type { StoredDocument } from '../../../contract/verification.ts'
import { signedUrlLife } from '../../../domain/document.ts'

/**
 * Which address of a document to show: the one in use until it is within 5 minutes of its end (UPLOAD-12) or another document took
 * its place, then the latest. Every look at a record brings new addresses, and a photo must not flicker with each.
 */
export function chooseDocumentInUse(used: StoredDocument, latest: StoredDocument, now: Date): StoredDocument {
  const endsAt = new Date(used.urlExpiresAt).getTime()
  const isEnding = endsAt - now.getTime() <= signedUrlLife.renewBeforeEndSeconds * 1000
  return isEnding || used.id !== latest.id ? latest : used
}
