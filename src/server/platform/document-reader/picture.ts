import sharp from 'sharp'
import { imageMaxPixels } from '../../../domain/document.ts'

/** Three bytes per pixel, red first, rows from the top. */
export type Picture = { pixels: Uint8Array; width: number; height: number }

// As for uploads (platform/images): decodes only the two stored formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.cache(false)

/** Decodes a stored JPEG or PNG, shrunk so that its longest side is at most `maxSide`. Never enlarges it. */
export async function decodePicture(bytes: Uint8Array, maxSide: number): Promise<Picture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: imageMaxPixels })
    .resize({
      width: maxSide,
      height: maxSide,
      fit: 'inside',
      withoutEnlargement: true,
      fastShrinkOnLoad: true,
    })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** The height of lines for the reading network, in pixels. */
export const lineHeight = 48

/**
 * A line of text in a picture: its centre, its size along and across it, and its slope in radians; 0 reads from left to
 * right. `curve` is the turn per pixel in radians, for the lines of a bent page; without it, the line is straight.
 * `lean` is the angle in radians by which upright strokes lean to the left of the perpendicular: seen from a side, text
 * isn't square to its line.
 */
export type Box = {
  x: number
  y: number
  length: number
  thickness: number
  angle: number
  curve?: number
  lean?: number
}

/**
 * Cuts out the content of a box, upright and straightened, scaled to `width` times `height` pixels by bilinear
 * interpolation.
 */
export function extractBox(
  { pixels, width, height }: Picture,
  box: Box,
  into: { width: number; height: number },
): Picture {
  const out = new Uint8Array(into.width * into.height * 3)
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)]
  const { curve = 0, lean = 0 } = box
  const [upCos, upSin] = [Math.cos(box.angle + lean), Math.sin(box.angle + lean)]
  const [alongStep, acrossStep] = [box.length / into.width, box.thickness / into.height]
  let at = 0
  for (let row = 0; row < into.height; row++) {
    const level = (row + 0.5) * acrossStep - box.thickness / 2
    for (let column = 0; column < into.width; column++, at += 3) {
      const along = (column + 0.5) * alongStep - box.length / 2
      const across = level + (curve * along * along) / 2
      const x = Math.min(Math.max(box.x + along * cos - across * upSin - 0.5, 0), width - 1.001)
      const y = Math.min(Math.max(box.y + along * sin + across * upCos - 0.5, 0), height - 1.001)
      const [left, top] = [x | 0, y | 0]
      const [fx, fy] = [x - left, y - top]
      const from = (top * width + left) * 3
      const below = height > 1 ? from + width * 3 : from
      const right = width > 1 ? 3 : 0
      for (let c = 0; c < 3; c++) {
        const above = (pixels[from + c] ?? 0) * (1 - fx) + (pixels[from + right + c] ?? 0) * fx
        const under = (pixels[below + c] ?? 0) * (1 - fx) + (pixels[below + right + c] ?? 0) * fx
        out[at + c] = above * (1 - fy) + under * fy
      }
    }
  }
  return { pixels: out, ...into }
}
