import sharp from 'sharp'
import { imageMaxPixels } from '../../../domain/document/document.ts'
import { encodedMaxSeconds } from './decoders.ts'
import type { Drawing } from './draw-pages.ts'

/** A drawing as a JPEG. */
export function encodeDrawing({ pixels, width, height }: Drawing): Promise<Uint8Array> {
  const image = sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: imageMaxPixels })
  return image.jpeg({ quality: 88 }).timeout({ seconds: encodedMaxSeconds }).toBuffer()
}
