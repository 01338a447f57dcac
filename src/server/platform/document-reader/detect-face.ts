import sharp from 'sharp'
import type { Cells, Models } from './models.ts'
import { extractBox, type Picture } from './picture.ts'

/** The centre, width and height of a face in a picture, in pixels, and its rotation in radians. */
export type Face = { x: number; y: number; width: number; height: number; angle: number }

/** Picture sizes (longest side in pixels) to search at: the network finds faces of about 40 to 300 pixels. */
const sides = [640, 960, 416, 1280, 832, 512, 1664]
const minLikely = 0.5
const cell = 32
/** The anchor sizes of the network, in cells. */
const anchors = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const

/**
 * Finds a face that is likely enough, upright or upside down relative to the text; null without one. Other rotations
 * are skipped, because text lines seen from the side look slightly like a face.
 *
 * @param slope the direction of the text, in radians
 */
export async function detectFace(models: Models, picture: Picture, slope: number): Promise<Face | null> {
  // A photo under a film, or taken in a dim room, has neither black nor white, so full contrast helps. It comes second,
  // because it would only make dark skin in a light picture darker.
  for (const hasFullContrast of [false, true]) {
    for (const side of sides) {
      const small = await shrink(picture, side, hasFullContrast)
      const [one, other] = [
        await detectTurnedFace(models, small, slope),
        await detectTurnedFace(models, small, slope + Math.PI),
      ]
      const { likely, face } = one.likely >= other.likely ? one : other
      if (likely >= minLikely) return scaleFace(face, picture.width / small.width)
    }
  }
  return null
}

async function shrink(
  { pixels, width, height }: Picture,
  side: number,
  hasFullContrast: boolean,
): Promise<Picture> {
  const small = sharp(pixels, { raw: { width, height, channels: 3 } }).resize({
    width: side,
    height: side,
    fit: 'inside',
    withoutEnlargement: true,
  })
  const { data, info } = await (hasFullContrast ? small.normalise() : small)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** A picture rotated back by an angle, with its edges extended into the corners. */
function turnUpright(picture: Picture, angle: number): Picture {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  const fitCells = (length: number) => Math.ceil(length / cell) * cell + 2
  const width = fitCells(picture.width * cos + picture.height * sin)
  const height = fitCells(picture.width * sin + picture.height * cos)
  const whole = { x: picture.width / 2, y: picture.height / 2, length: width, thickness: height, angle }
  return extractBox(picture, whole, { width, height })
}

/** The likeliest face in a picture rotated back by an angle, and its position in the original picture. */
async function detectTurnedFace(
  models: Models,
  picture: Picture,
  angle: number,
): Promise<{ likely: number; face: Face }> {
  const turned = turnUpright(picture, angle)
  const { likely, x, y, width, height } = findLikeliest(await models.look(turned))
  const [along, across] = [x - turned.width / 2, y - turned.height / 2]
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const place = {
    x: picture.width / 2 + along * cos - across * sin,
    y: picture.height / 2 + along * sin + across * cos,
  }
  return { likely, face: { ...place, width, height, angle } }
}

const scaleFace = ({ x, y, width, height, angle }: Face, scale: number): Face => ({
  x: x * scale,
  y: y * scale,
  width: width * scale,
  height: height * scale,
  angle,
})

/** The likeliest face (YOLOv2: position within a cell, size by an anchor). */
function findLikeliest({ values, rows, columns }: Cells) {
  const cells = rows * columns
  const planes = values.length / cells / anchors.length
  const toShare = (value: number) => 1 / (1 + Math.exp(-value))
  const best = { likely: 0, x: 0, y: 0, width: 0, height: 0 }
  for (const [index, [width, height]] of anchors.entries()) {
    const read = (plane: number, at: number) => values[(index * planes + plane) * cells + at] ?? 0
    for (let at = 0; at < cells; at++) {
      const likely = toShare(read(4, at))
      if (likely <= best.likely) continue
      best.likely = likely
      best.x = ((at % columns) + toShare(read(0, at))) * cell
      best.y = (Math.floor(at / columns) + toShare(read(1, at))) * cell
      best.width = Math.exp(read(2, at)) * width * cell
      best.height = Math.exp(read(3, at)) * height * cell
    }
  }
  return best
}
