import { fillAddress } from '../../contract/address.ts'
import { type DocumentBucket, documentBuckets } from '../../domain/document/document.ts'
import type { Signing } from '../platform/signing/index.ts'
import type { FileAddress } from '../platform/storage/index.ts'

/** Separates these MACs from every other use of the key. */
const purpose = 'document-url'

/** A file as a link opens it. One that is withheld is opened only by links made since, which its own person alone is given (HOLD-6). */
export type LinkedFile = FileAddress & { withheldAt: Date | null }

/** A link that opens one file until `expiresAt`, without a host: `/api/files/{bucket}/{owner}/{file}?Expires=<unix s>&Signature=<mac>`. */
export function signUrl(signing: Signing, address: LinkedFile, expiresAt: Date): string {
  const [owner = '', file = ''] = address.path.split('/')
  const path = fillAddress('GET /api/files/:bucket/:owner/:file', { bucket: address.bucket, owner, file })
  const expires = Math.floor(expiresAt.getTime() / 1000)
  return `${path}?Expires=${expires}&Signature=${signing.computeMac(purpose, writeTextToSign(address, String(expires)))}`
}

/** Whether we signed exactly this address with exactly this expiry. Says nothing about the present time. */
export function isSignedByUs(
  signing: Signing,
  address: LinkedFile,
  expires: string,
  signature: string,
): boolean {
  return signing.verifyMac(purpose, writeTextToSign(address, expires), signature)
}

/** The file that a link of ours names, expired or not, whatever its host; null when it is no link of ours or was edited. */
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

/** An address, if there is such a bucket. */
export function toAddress(bucket: string | undefined, path: string): FileAddress | null {
  const known: DocumentBucket | undefined = documentBuckets.find((candidate) => candidate === bucket)
  return known ? { bucket: known, path } : null
}

function writeTextToSign({ bucket, path, withheldAt }: LinkedFile, expires: string): string {
  return `${bucket}/${path}\n${expires}${withheldAt ? '\nwithheld' : ''}`
}
