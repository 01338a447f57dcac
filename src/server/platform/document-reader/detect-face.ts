import sharp from 'sharp'
import { moveAlong } from './join-pieces.ts'
import type { Cells, Models } from './models.ts'
import { type Box, extractBox, type Picture } from './picture.ts'

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

/** In lengths of a zone: the part of its document with the photo, from the start of the zone and upwards. */
const photo = { from: -0.15, to: 0.6, height: 0.85 }
/** Sizes to search at: the length of the zone in pixels. */
const zoneLengths = [420, 300, 850, 600]

/**
 * Finds the face on the side of a zone: upright like the zone, where a photo is (ICAO 9303-3, zone V), and as large as
 * the face in one; null without one.
 *
 * @param zone the first line of the zone
 */
export async function detectFaceAbove(models: Models, picture: Picture, zone: Box): Promise<Face | null> {
  const middle = moveAlong({ ...zone, curve: 0 }, ((photo.from + photo.to - 1) / 2) * zone.length)
  const [up, { angle }] = [(photo.height / 2) * zone.length, zone]
  const place = {
    x: middle.x + up * Math.sin(angle),
    y: middle.y - up * Math.cos(angle),
    length: (photo.to - photo.from) * zone.length,
    thickness: photo.height * zone.length,
    angle,
  }
  for (const hasFullContrast of [false, true]) {
    for (const length of zoneLengths) {
      const width = fitCells((photo.to - photo.from) * length)
      const height = fitCells(photo.height * length)
      const part = extractBox(picture, place, { width, height })
      const small = hasFullContrast ? await withFullContrast(part) : part
      const { likely, ...face } = findLikeliest(await models.look(small), (face) =>
        isOfPhoto({
          along: photo.from + ((photo.to - photo.from) * face.x) / width,
          up: photo.height * (1 - face.y / height),
          width: ((photo.to - photo.from) * face.width) / width,
          height: (photo.height * face.height) / height,
        }),
      )
      if (likely < minLikely) continue
      const [along, across] = [
        (face.x / width - 0.5) * place.length,
        (face.y / height - 0.5) * place.thickness,
      ]
      return {
        x: place.x + along * Math.cos(angle) - across * Math.sin(angle),
        y: place.y + along * Math.sin(angle) + across * Math.cos(angle),
        width: (face.width / width) * place.length,
        height: (face.height / height) * place.thickness,
        angle,
      }
    }
  }
  return null
}

/** Whether a face, in lengths of the zone, is where the photo of a document is, and as large. */
function isOfPhoto(face: { along: number; up: number; width: number; height: number }): boolean {
  const isBetween = (value: number, [least, most]: readonly [number, number]) => value > least && value < most
  return (
    isBetween(face.along, [-0.05, 0.4]) &&
    isBetween(face.up, [0.15, 0.6]) &&
    isBetween(face.width, [0.09, 0.33]) &&
    isBetween(face.height, [0.09, 0.4])
  )
}

async function withFullContrast({ pixels, width, height }: Picture): Promise<Picture> {
  const raw = { width, height, channels: 3 } as const
  return { pixels: await sharp(pixels, { raw }).normalise().raw().toBuffer(), width, height }
}

/** The side of a picture that the network takes: whole cells and two pixels. */
const fitCells = (length: number) => Math.ceil(length / cell) * cell + 2

/** A picture rotated back by an angle, with its edges extended into the corners. */
function turnUpright(picture: Picture, angle: number): Picture {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
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

/** The likeliest of the possible faces (YOLOv2: position within a cell, size by an anchor). */
function findLikeliest(
  { values, rows, columns }: Cells,
  isPossible: (face: Omit<Face, 'angle'>) => boolean = () => true,
) {
  const cells = rows * columns
  const planes = values.length / cells / anchors.length
  const toShare = (value: number) => 1 / (1 + Math.exp(-value))
  let best = { likely: 0, x: 0, y: 0, width: 0, height: 0 }
  for (const [index, [width, height]] of anchors.entries()) {
    const read = (plane: number, at: number) => values[(index * planes + plane) * cells + at] ?? 0
    for (let at = 0; at < cells; at++) {
      const likely = toShare(read(4, at))
      if (likely <= best.likely) continue
      const face = {
        x: ((at % columns) + toShare(read(0, at))) * cell,
        y: (Math.floor(at / columns) + toShare(read(1, at))) * cell,
        width: Math.exp(read(2, at)) * width * cell,
        height: Math.exp(read(3, at)) * height * cell,
      }
      if (isPossible(face)) best = { likely, ...face }
    }
  }
  return best
}
