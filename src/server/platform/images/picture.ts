import sharp from 'sharp'
import { imageMaxPixels, type KeptType } from '../../../domain/document.ts'
import type { Drawing } from './draw-pages.ts'
import type { CleaningFault } from './images.ts'

/** Longest that one picture may take; beyond it, it was made to. */
const encodedMaxSeconds = 20

// Every other decoder of libvips stays out of strangers' reach.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

/** A JPEG or PNG as a fresh, upright one without metadata. */
export async function cleanPicture(
  bytes: Uint8Array,
  type: KeptType,
): Promise<Uint8Array | { fault: CleaningFault }> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > imageMaxPixels) return { fault: 'too_many_pixels' }
    return type === 'image/png'
      ? await encode(bytes, 'error').png({ compressionLevel: 6 }).toBuffer()
      : await encodeJpeg(bytes)
  } catch {
    // sharp tells damage apart from nothing else: the bytes could not be decoded to the last row.
    return { fault: 'damaged' }
  }
}

const encode = (bytes: Uint8Array, failOn: 'error' | 'warning') =>
  sharp(bytes, { failOn, limitInputPixels: imageMaxPixels, autoOrient: true }).timeout({
    seconds: encodedMaxSeconds,
  })

/**
 * One that ends before its last row, and says that it ends there, is only warned of; so are harmless habits of some
 * cameras.
 */
async function encodeJpeg(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await encode(bytes, 'warning').jpeg({ quality: 90 }).toBuffer()
  } catch (error) {
    if (/premature end/i.test(String(error))) throw error
    return encode(bytes, 'error').jpeg({ quality: 90 }).toBuffer()
  }
}

/** A drawing as a JPEG. */
export function encodeDrawing({ pixels, width, height }: Drawing): Promise<Uint8Array> {
  const image = sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: imageMaxPixels })
  return image.jpeg({ quality: 88 }).timeout({ seconds: encodedMaxSeconds }).toBuffer()
}
