import { fileTypeFromBuffer } from 'file-type'
import { isPlainPdf as checkPdf } from './pdf-structure.ts'

/** The media type that the bytes claim, null when unknown. */
export async function detectType(bytes: Uint8Array): Promise<string | null> {
  return (await fileTypeFromBuffer(bytes))?.mime ?? null
}

export function isPlainPdf(bytes: Uint8Array): boolean {
  return checkPdf(bytes)
}
