import sharp from 'sharp'
import { imageMaxPixels, type KeptType } from '../../../domain/document.ts'
import type { Drawing } from './draw-pages.ts'
import type { CleaningFault } from './images.ts'

/** Time limit for one picture; only a malicious picture takes longer. */
const encodedMaxSeconds = 20

// Untrusted files can't reach any other decoder of libvips.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

/** Re-encodes a JPEG or PNG, upright and without metadata. */
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
    // sharp doesn't distinguish errors: the bytes couldn't be decoded to the last row.
    return { fault: 'damaged' }
  }
}

const encode = (bytes: Uint8Array, failOn: 'error' | 'warning') =>
  sharp(bytes, { failOn, limitInputPixels: imageMaxPixels, autoOrient: true }).timeout({
    seconds: encodedMaxSeconds,
  })

/**
 * A JPEG that ends early but has an end marker causes only a warning, like the harmless quirks of some cameras. This
 * decodes with warnings as errors first, and accepts all warnings except a premature end.
 */
async function encodeJpeg(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await encode(bytes, 'warning').jpeg({ quality: 90 }).toBuffer()
  } catch (error) {
    if (/premature end/i.test(String(error))) throw error
    return encode(bytes, 'error').jpeg({ quality: 90 }).toBuffer()
  }
}

export function encodeDrawing({ pixels, width, height }: Drawing): Promise<Uint8Array> {
  const image = sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: imageMaxPixels })
  return image.jpeg({ quality: 88 }).timeout({ seconds: encodedMaxSeconds }).toBuffer()
}
