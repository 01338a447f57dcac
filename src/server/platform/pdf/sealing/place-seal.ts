import { createHash } from 'node:crypto'
import { PDF } from '@libpdf/core'
import type { SealKey } from './seal-key.ts'

/** A PDF with room for a signature: `start` and `length` of the hexadecimal digits, and the SHA-256 of everything around them. */
export type PreparedPdf = { bytes: Uint8Array; hexStart: number; hexLength: number; digest: Uint8Array }

/** Room for the signature with its own certificate and a timestamp with those of its authority. */
const reservedBytes = 12 * 1024

/**
 * Adds an invisible PAdES signature field to a drawn PDF. `at` becomes the /M entry of the signature dictionary, the only place where
 * ETSI EN 319 142-1 wants the claimed time.
 *
 * The library lays out the field, the dictionary and the byte range. Its own CMS would carry the forbidden signing-time attribute, so
 * it signs with nothing and what it wrote between the brackets, the one part that a signature does not cover, is written anew.
 */
export async function placeSeal(drawn: Uint8Array, key: SealKey, at: Date): Promise<PreparedPdf> {
  const [certificate, ...others] = key.certificates
  if (!certificate) throw new Error('the seal key has no certificate')
  const pdf = await PDF.load(drawn)
  const { bytes } = await pdf.sign({
    signer: {
      certificate,
      keyType: 'EC',
      signatureAlgorithm: 'ECDSA',
      sign: async () => new Uint8Array(64),
    },
    fieldName: 'Seal',
    signingTime: at,
    estimatedSize: reservedBytes + others.reduce((sum, { length }) => sum + length, 0),
  })
  const { hexStart, hexEnd } = signatureIn(bytes)
  const digest = createHash('sha256')
    .update(bytes.subarray(0, hexStart - 1))
    .update(bytes.subarray(hexEnd + 1))
    .digest()
  return { bytes, hexStart, hexLength: hexEnd - hexStart, digest }
}

/** Writes a CMS signature into the room kept for it. The array is changed in place. */
export function fillSeal(
  pdf: { bytes: Uint8Array; hexStart: number; hexLength: number },
  cms: Uint8Array,
): void {
  const digits = Buffer.from(cms).toString('hex')
  if (digits.length > pdf.hexLength)
    throw new Error(`the signature needs ${cms.length} bytes, more than were kept`)
  pdf.bytes.set(Buffer.from(digits.padEnd(pdf.hexLength, '0'), 'latin1'), pdf.hexStart)
}

/** Where the digits of the document's last signature stand, after checking that it covers everything else. */
function signatureIn(bytes: Uint8Array): { hexStart: number; hexEnd: number } {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const ranges = /\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(
    text.slice(text.lastIndexOf('/ByteRange')),
  )
  const [length1, offset2, length2] = ranges?.slice(1).map(Number) ?? []
  if (length1 === undefined || offset2 === undefined || length2 === undefined)
    throw new Error('the signature has no byte range')
  const coversAll = offset2 + length2 === bytes.length && text[length1] === '<' && text[offset2 - 1] === '>'
  if (!coversAll) throw new Error('the signature would not cover the whole document')
  return { hexStart: length1 + 1, hexEnd: offset2 - 1 }
}
