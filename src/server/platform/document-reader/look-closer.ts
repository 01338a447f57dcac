import { detectZones, fillers, type Zone } from './detect-zones.ts'
import { extendBox, flipBox, moveAlong, project } from './join-pieces.ts'
import type { Models } from './models.ts'
import { type Box, decodePicture, extractBox, lineHeight, type Picture } from './picture.ts'
import { computeConfidence, detectLines, readLine, type Seen } from './read-lines.ts'

/** The longest side of the picture in the closer look, and of a strip that is searched for lines, in pixels. */
const closeSide = 4096
const stripSide = 1920
/** The share of the width and height in a quarter: quarters overlap slightly. */
const quarter = 0.56
const maxPieces = 40
const minSlenderness = 3
const maxStrips = 3
const glimpsed = 9
/**
 * The size of a strip around a piece of a zone: its length follows from the characters of the longest line; its
 * thickness, in thicknesses of the piece, has room for lines above and below.
 */
const longestLine = 45
const thickness = 12
/** A piece shorter than this, in thicknesses, doesn't show how the whole line bends. */
const trustedSlenderness = 15
/** A less certain reading may be of upside-down text. */
const minConfidence = 0.8

/**
 * Reads the zones again: a strip around each piece of a zone, at the stored resolution, upright and without other
 * print.
 */
export async function lookCloser(
  models: Models,
  bytes: Uint8Array,
  seen: Picture,
  boxes: readonly Box[],
  zones: readonly Zone[],
): Promise<Zone[]> {
  const picture = await decodePicture(bytes, closeSide)
  const scale = picture.width / seen.width
  const enlarge = (box: Box) => scaleBox(box, scale)
  let pieces = zones.map(({ box }) => enlarge(box))
  if (pieces.length === 0) pieces = (await findPieces(models, seen, boxes)).map(enlarge)
  if (pieces.length === 0) pieces = await findPieces(models, picture, await detectFineLines(models, picture))
  const found: Zone[] = []
  const strips: Box[] = []
  for (const piece of pieces) {
    if (strips.length >= maxStrips || strips.some((strip) => isWithin(piece, strip))) continue
    const strip = boundStrip(piece)
    strips.push(strip)
    found.push(...(await readStrip(models, picture, strip)))
  }
  return found.map(({ lines, box }) => ({ lines, box: scaleBox(box, 1 / scale) }))
}

const scaleBox = (box: Box, scale: number): Box => ({
  x: box.x * scale,
  y: box.y * scale,
  length: box.length * scale,
  thickness: box.thickness * scale,
  angle: box.angle,
  curve: (box.curve ?? 0) / scale,
})

/**
 * Finds lines that are too small to be found in the whole picture, in one quarter at a time, which takes less memory. A
 * line cut in two may be found twice.
 */
async function detectFineLines(models: Models, picture: Picture): Promise<Box[]> {
  const [width, height] = [Math.round(picture.width * quarter), Math.round(picture.height * quarter)]
  const boxes: Box[] = []
  for (const left of [0, picture.width - width]) {
    for (const top of [0, picture.height - height]) {
      const place = { x: left + width / 2, y: top + height / 2, length: width, thickness: height, angle: 0 }
      const found = await detectLines(models, extractBox(picture, place, { width, height }))
      boxes.push(...found.map((box) => ({ ...box, x: box.x + left, y: box.y + top })))
    }
  }
  return boxes
}

/** Finds boxes that read like a piece of a zone, turned to their reading direction, the fullest first. */
async function findPieces(models: Models, picture: Picture, boxes: readonly Box[]): Promise<Box[]> {
  const likely = boxes
    .filter(({ length, thickness }) => length > minSlenderness * thickness)
    .sort((a, b) => b.length - a.length)
    .slice(0, maxPieces)
  const pieces: { box: Box; weight: number }[] = []
  for (const box of likely) {
    const start = shorten(box)
    const seen = await readLine(models, picture, start)
    const isUnsure = computeConfidence(seen) < minConfidence
    const other = isUnsure ? await readLine(models, picture, flipBox(start)) : []
    const best =
      computeConfidence(other) > computeConfidence(seen) ? { seen: other, box: flipBox(box) } : { seen, box }
    const weight = weighPiece(best.seen)
    if (weight > 0) pieces.push({ box: best.box, weight })
  }
  return pieces.sort((a, b) => b.weight - a.weight).map(({ box }) => box)
}

/** The part of a line that is enough to tell its kind. */
const shorten = (box: Box) => extendBox(box, 0, Math.min(0, glimpsed * box.thickness - box.length))

const toText = (seen: readonly Seen[]) => seen.map(({ character }) => character).join('')

/** Scores how much a line reads like one of a zone: capitals and digits with fillers, or many of both; 0 for print. */
function weighPiece(seen: readonly Seen[]): number {
  const text = [...toText(seen).replace(/\s/g, '')].map((one) => (fillers.includes(one) ? '<' : one)).join('')
  if (/[a-z].*[a-z]/.test(text) || text.length < 6) return 0
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const [foreign, filling, digits] = [count(/[^A-Z0-9<]/g), count(/</g), count(/\d/g)]
  if (foreign > text.length / 6) return 0
  if (filling > 0) return text.length + filling
  return text.length >= 12 && digits >= 3 && digits < text.length ? text.length : 0
}

/** The strip that must contain the zone of a piece. A character is about 0.6 times as wide as its line is thick. */
function boundStrip(piece: Box): Box {
  const rest = Math.max(0, longestLine * 0.62 * piece.thickness - piece.length) + 2 * piece.thickness
  const strip = { ...piece, thickness: thickness * piece.thickness }
  if (piece.length < trustedSlenderness * piece.thickness) strip.curve = 0
  return extendBox(strip, rest, rest)
}

function isWithin(point: { x: number; y: number }, strip: Box): boolean {
  const [own, middle] = [project(point, strip.angle), project(strip, strip.angle)]
  return (
    Math.abs(own.along - middle.along) < strip.length / 2 &&
    Math.abs(own.across - middle.across) < strip.thickness / 2
  )
}

async function readStrip(models: Models, picture: Picture, strip: Box): Promise<Zone[]> {
  const height = Math.round(thickness * lineHeight)
  const size = { width: Math.round((strip.length / strip.thickness) * height), height }
  const part = extractBox(picture, strip, size)
  const boxes = await detectLines(models, part, stripSide)
  const kept: Box[] = []
  for (const box of boxes) if (!(await isPrint(models, part, box))) kept.push(box)
  const zones = await detectZones(models, part, kept)
  return zones.map(({ lines, box }) => ({ lines, box: toPictureBox(box, strip, size) }))
}

/** Converts the box of a line in a strip to its box in the picture. */
function toPictureBox(box: Box, strip: Box, size: { width: number; height: number }): Box {
  const scale = strip.length / size.width
  const base = moveAlong(strip, (box.x - size.width / 2) * scale)
  const across = (box.y - size.height / 2) * scale
  return {
    x: base.x - across * Math.sin(base.angle),
    y: base.y + across * Math.cos(base.angle),
    length: box.length * scale,
    thickness: box.thickness * scale,
    angle: base.angle + box.angle,
    curve: (box.curve ?? 0) / scale + (strip.curve ?? 0),
  }
}

/** Whether a line clearly has lowercase letters. */
async function isPrint(models: Models, picture: Picture, box: Box): Promise<boolean> {
  const seen = await readLine(models, picture, shorten(box))
  return seen.filter(({ character, probability }) => probability > 0.8 && /[a-z]/.test(character)).length >= 3
}
