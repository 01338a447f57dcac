import sharp from 'sharp'
import { imageMaxPixels, type KeptType } from '../../../domain/document/document.ts'
import { encodedMaxSeconds } from './decoders.ts'
import type { CleaningFault } from './images.ts'

/** A JPEG or PNG as a fresh, upright one without metadata. */
export async function cleanPicture(
  bytes: Uint8Array,
  type: KeptType,
): Promise<Uint8Array | { fault: CleaningFault }> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > imageMaxPixels) return { fault: 'too_many_pixels' }
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: imageMaxPixels, autoOrient: true })
    const encoded = type === 'image/jpeg' ? image.jpeg({ quality: 90 }) : image.png({ compressionLevel: 6 })
    return await encoded.timeout({ seconds: encodedMaxSeconds }).toBuffer()
  } catch {
    // sharp tells damage apart from nothing else: the bytes could not be decoded to the last row.
    return { fault: 'damaged' }
  }
}
