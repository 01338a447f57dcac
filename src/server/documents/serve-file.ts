import { fillAddress } from '../../contract/address.ts'
import type { DocumentView, StoredDocument } from '../../contract/verification.ts'
import {
  type DocumentBucket,
  documentBuckets,
  extensionOf,
  type KeptType,
  signedUrlLife,
} from '../../domain/document.ts'
import type { DocumentLock } from '../../domain/plan/plan-limits.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import type { Signing } from '../platform/keys/index.ts'
import type { Platform } from '../platform/platform.ts'
import type { FileAddress } from '../platform/storage/index.ts'
import { queueRetryAfterSeconds } from '../platform/waiting/index.ts'
import { type DocumentRow, findDocumentAt } from './store.ts'

/**
 * A document with a link that opens it for `lifeSeconds` from now. The caller has checked that the reader may see it.
 */
export function presentDocument(
  platform: Pick<Platform, 'clock' | 'signing'>,
  document: DocumentRow,
  lifeSeconds: number,
): StoredDocument {
  // Whole seconds, like the expiry in the link.
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

/** A link that opens a file for `lifeSeconds` from now. The caller has checked that the reader may see it. */
export function signFileAddress(
  { clock, signing }: Pick<Platform, 'clock' | 'signing'>,
  file: Pick<DocumentRow, 'bucket' | 'path' | 'withheldAt'>,
  lifeSeconds: number,
): string {
  return signUrl(signing, file, new Date(clock.now().getTime() + lifeSeconds * 1000))
}

/**
 * One of a page's documents, with a link valid for as long as the page may be open; null if the id isn't among them.
 *
 * @param reader `isOwner`: whether the document is theirs; `lock`: why they can't open it, null if they can
 * @param lifeSeconds the life of the link
 */
export function showDocument(
  platform: Pick<Platform, 'clock' | 'signing'>,
  documents: readonly DocumentRow[],
  id: string | null,
  reader: { isOwner: boolean; lock: DocumentLock | null },
  lifeSeconds: number = signedUrlLife.viewPageSeconds,
): DocumentView | null {
  const document = documents.find((candidate) => candidate.id === id)
  if (!document) return null
  if (document.destroyedAt) return { state: 'destroyed' }
  if (document.withheldAt && !reader.isOwner) return { state: 'withheld' }
  if (reader.lock) return { state: 'locked', until: reader.lock }
  return {
    state: 'open',
    document: presentDocument(platform, document, lifeSeconds),
    ...(document.withheldAt ? { isWithheld: true } : {}),
  }
}

type SignedRequest = {
  bucket: string
  path: string
  /** The query as received, empty if absent. */
  expires: string
  signature: string
}

type ServedFile = { bytes: Uint8Array<ArrayBuffer>; contentType: KeptType; fileName: string }

/**
 * The whole file that a signed link names, decrypted and verified. Refuses a link that was edited or has expired.
 * `hasRoomFor` is called before the file is read into memory.
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
  // A link from before the file was withheld may be in other hands.
  if (!document || !isSigned(document.withheldAt)) return refuse('not_found')
  const { category, contentType } = document
  if (!(await hasRoomFor(document.byteCount))) {
    return refuse('rate_limited', { retryAfterSeconds: queueRetryAfterSeconds })
  }
  const bytes = await platform.storage.get(document)
  if (!bytes) return refuse('not_found')
  return { bytes, contentType, fileName: `${category}.${extensionOf[contentType]}` }
}

/** Separates these MACs from every other use of the key. */
const purpose = 'document-url'

/**
 * The file that a link opens. A withheld file is opened only by links made after it was withheld, which only its owner
 * gets (HOLD-6).
 */
type LinkedFile = FileAddress & { withheldAt: Date | null }

/**
 * A link that opens one file until `expiresAt`, without a host: `/api/files/{bucket}/{owner}/{file}?Expires=<unix
 * s>&Signature=<mac>`.
 */
function signUrl(signing: Signing, address: LinkedFile, expiresAt: Date): string {
  const [owner = '', file = ''] = address.path.split('/')
  const path = fillAddress('GET /api/files/:bucket/:owner/:file', { bucket: address.bucket, owner, file })
  const expires = Math.floor(expiresAt.getTime() / 1000)
  return `${path}?Expires=${expires}&Signature=${signing.computeMac(purpose, writeTextToSign(address, String(expires)))}`
}

/** Whether this service signed exactly this address with exactly this expiry, expired or not. */
function isSignedByUs(signing: Signing, address: LinkedFile, expires: string, signature: string): boolean {
  return signing.verifyMac(purpose, writeTextToSign(address, expires), signature)
}

/** The file that a link of this service names, expired or not, with any host; null for an unknown or edited link. */
export function parseSignedUrl(signing: Signing, text: string): FileAddress | null {
  const url = URL.parse(text, 'http://ours.invalid')
  const match = /^\/api\/files\/([a-z_]+)\/([\w-]+)\/([\w.-]+)$/.exec(url?.pathname ?? '')
  const address = match && toAddress(match[1], `${match[2]}/${match[3]}`)
  if (!url || !address) return null
  const { searchParams: query } = url
  const signed = isSignedByUs(
    signing,
    { ...address, withheldAt: null },
    query.get('Expires') ?? '',
    query.get('Signature') ?? '',
  )
  return signed ? address : null
}

/** The address, if the bucket exists. */
function toAddress(bucket: string | undefined, path: string): FileAddress | null {
  const known: DocumentBucket | undefined = documentBuckets.find((candidate) => candidate === bucket)
  return known ? { bucket: known, path } : null
}

function writeTextToSign({ bucket, path, withheldAt }: LinkedFile, expires: string): string {
  return `${bucket}/${path}\n${expires}${withheldAt ? '\nwithheld' : ''}`
}
