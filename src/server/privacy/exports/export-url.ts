import { fillAddress } from '../../../contract/address.ts'
import type { Signing } from '../../platform/signing/index.ts'
import type { ExportRow } from './store.ts'

/** Separates these MACs from every other use of the key. */
const purpose = 'export-url'

function writeTextToSign(id: string, expires: string): string {
  return `${id}\n${expires}`
}

/** The address that opens a copy until its end, without a host. Null for one that is not ready. */
export function findExportUrl(
  signing: Signing,
  { id, expiresAt }: Pick<ExportRow, 'id' | 'expiresAt'>,
): string | null {
  if (!expiresAt) return null
  const expires = String(Math.floor(expiresAt.getTime() / 1000))
  const path = fillAddress('GET /api/data-exports/:id/file', { id })
  return `${path}?Expires=${expires}&Signature=${signing.computeMac(purpose, writeTextToSign(id, expires))}`
}

/** Whether we signed exactly this copy with exactly this end. Says nothing about the present time. */
export function isExportUrl(signing: Signing, id: string, expires: string, signature: string): boolean {
  return signing.verifyMac(purpose, writeTextToSign(id, expires), signature)
}
