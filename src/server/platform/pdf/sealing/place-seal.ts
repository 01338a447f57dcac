import { createHash } from 'node:crypto'

/** A PDF with room for a signature: `hexStart` and `hexLength` of the hexadecimal digits, and the SHA-256 of everything around them. */
export type PreparedPdf = { bytes: Uint8Array; hexStart: number; hexLength: number; digest: Uint8Array }

const byteRange = /\/ByteRange \[0 9999999999 9999999999 9999999999\]/
const contents = /\/Contents </

/**
 * Says in a drawn PDF what its signature covers: everything but the signature. The dictionary with the room for it begins at `sealAt`
 * (`reserveSeal`); texts of people that look like one stand elsewhere. The array is changed in place.
 */
export function placeSeal(bytes: Uint8Array, sealAt: number): PreparedPdf {
  const dictionary = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .subarray(sealAt)
    .toString('latin1')
  const range = byteRange.exec(dictionary)
  const room = contents.exec(dictionary)
  if (!range || !room) throw new Error('there is no room for a signature')
  const hexStart = sealAt + room.index + room[0].length
  const hexEnd = bytes.indexOf('>'.charCodeAt(0), hexStart)
  // As long as what stood there.
  const covered = `/ByteRange [0 ${hexStart - 1} ${hexEnd + 1} ${bytes.length - hexEnd - 1}]`.padEnd(
    range[0].length,
  )
  bytes.set(Buffer.from(covered, 'latin1'), sealAt + range.index)
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
