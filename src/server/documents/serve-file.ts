import { extensionOf, type KeptType } from '../../domain/document/document.ts'
import { roomRetryAfterSeconds } from '../http/hold-room.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { isSignedByUs, toAddress } from './signed-url.ts'
import { findDocumentAt } from './store.ts'

export type SignedRequest = {
  bucket: string
  path: string
  /** The query as it came, empty when absent. */
  expires: string
  signature: string
}

export type ServedFile = { bytes: Uint8Array<ArrayBuffer>; contentType: KeptType; fileName: string }

/**
 * The whole file that a signed link names, decrypted and verified. A link that was edited or has ended opens nothing. `hasRoomFor` is asked
 * before the file is in memory.
 */
export async function serveFile(
  platform: Platform,
  request: SignedRequest,
  hasRoomFor: (bytes: number) => Promise<boolean>,
): Promise<ServedFile | Refusal> {
  const address = toAddress(request.bucket, request.path)
  const isSigned = (withheldAt: Date | null) =>
    address !== null &&
    isSignedByUs(platform.signing, { ...address, withheldAt }, request.expires, request.signature)
  const now = platform.clock.now()
  if (!address || !(isSigned(null) || isSigned(now))) return refuse('signed_url_invalid')
  if (now.getTime() >= Number(request.expires) * 1000) return refuse('signed_url_invalid')
  const document = await findDocumentAt(platform.database, address.bucket, address.path)
  // A link from before the file was withheld may be anybody's.
  if (!document || !isSigned(document.withheldAt)) return refuse('not_found')
  const { category, contentType } = document
  if (!(await hasRoomFor(document.byteCount))) {
    return refuse('rate_limited', { retryAfterSeconds: roomRetryAfterSeconds })
  }
  const bytes = await platform.storage.get(document)
  if (!bytes) return refuse('not_found')
  return { bytes, contentType, fileName: `${category}.${extensionOf[contentType]}` }
}
