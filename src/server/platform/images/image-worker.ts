import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { imageMaxPixels, type KeptType } from '../../../domain/document/document.ts'
import type { CleanFile, CleaningFault, Drawing } from './images.ts'

/** Longest that one picture may take; beyond it, it was made to. */
const maxSeconds = 20

// Every other decoder of libvips stays out of strangers' reach.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

/** The media type that the bytes claim, null when unknown. */
export async function detectType(bytes: Uint8Array): Promise<string | null> {
  return (await fileTypeFromBuffer(bytes))?.mime ?? null
}

export { hashHex as sha256 } from '../hash-hex.ts'

export async function clean(file: {
  bytes: Uint8Array
  type: KeptType
}): Promise<CleanFile | { fault: CleaningFault }> {
  const { bytes, type } = file
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > imageMaxPixels) return { fault: 'too_many_pixels' }
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: imageMaxPixels, autoOrient: true })
    const encoded = type === 'image/jpeg' ? image.jpeg({ quality: 90 }) : image.png({ compressionLevel: 6 })
    return { bytes: share(await encoded.timeout({ seconds: maxSeconds }).toBuffer()), type }
  } catch {
    // sharp tells damage apart from nothing else: the bytes could not be decoded to the last row.
    return { fault: 'damaged' }
  }
}

/** A drawing as a JPEG. */
export async function encode({ pixels, width, height }: Drawing): Promise<CleanFile> {
  const image = sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: imageMaxPixels })
  const encoded = await image.jpeg({ quality: 88 }).timeout({ seconds: maxSeconds }).toBuffer()
  return { bytes: share(encoded), type: 'image/jpeg' }
}

/** The same bytes in memory that other threads see without a copy. */
function share(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.byteLength))
  copy.set(bytes)
  return copy
}
