import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { readUkLicence } from '../../../domain/identity-document/read-licence.ts'
import { readMrz } from '../../../domain/identity-document/read-mrz.ts'
import {
  type DocumentScan,
  doesPrintAgree,
  isZoneBesidePhoto,
} from '../../../domain/identity-document/verdict.ts'
import { answerQuestions } from '../processes/messages.ts'
import { detectBarcodes, loadBarcodes, measureSlope } from './detect-barcodes.ts'
import { detectFace, type Face } from './detect-face.ts'
import { detectZones, type Zone } from './detect-zones.ts'
import type { Question } from './index.ts'
import { flipBox, isParallel, joinPieces, measureOffset, measureReach, project } from './join-pieces.ts'
import { lookCloser } from './look-closer.ts'
import { loadModels, type Models } from './models.ts'
import { type Box, decodePicture, type Picture } from './picture.ts'
import { computeConfidence, detectLines, readLine, type Seen } from './read-lines.ts'

/** The longest side of the picture in the first look, in pixels. */
const firstSide = 2048
const maxLines = 40
/** For the lines beside a photo: the most to read, the fewest characters, and the least mean confidence. */
const maxBeside = 14
const minCharacters = 4
const legible = 0.85
/** The lines of a zone are longer than this, in thicknesses. */
const zoneSlenderness = 15
/** The height of a document above its zone, in lengths of the zone (ICAO 9303-4, 9303-6). */
const documentHeight = 0.75
/** The greatest angle between a line and the face beside it, in radians. */
const maxTurn = 0.2
/** The number of longest lines that decide which way up a picture is. */
const decidingLines = 2

/**
 * Reads a stored picture: zones and barcodes, other text when there is neither, and the photo with the print beside it.
 */
async function scanPicture(models: Models, bytes: Uint8Array, day: CalendarDate): Promise<DocumentScan> {
  const picture = await decodePicture(bytes, firstSide)
  const boxes = await detectLines(models, picture)
  const first = await detectZones(models, picture, boxes)
  // Also beside a zone, since a barcode may belong to another document.
  const barcodes = await detectBarcodes(picture, boxes)
  const isEmpty = first.length + barcodes.length === 0
  const lines = isEmpty ? await readLines(models, picture, boxes) : []
  const isPrint = typeof readUkLicence(lines, day) !== 'string'
  const isSure = isPrint || (!isEmpty && first.every(({ lines }) => isWhole(lines, day)))
  const found = isSure
    ? first
    : pickBetter(first, await lookCloser(models, bytes, picture, boxes, first), day)
  const zones = found.map(({ lines }) => lines)
  const [zone, ...others] = found
  if (zone && others.length === 0 && isZoneBesidePhoto(zone.lines)) {
    return { zones, barcodes, ...(await readBeside(models, picture, boxes, zone, day)) }
  }
  if (zone) return { zones, barcodes, lines: [], hasFace: false }
  const hasFace = isPrint && (await detectFace(models, picture, measureSlope(boxes))) !== null
  return { zones, barcodes, lines, hasFace }
}

/**
 * Finds the photo on the side of a zone, and the legible lines beside it, up to the first that agrees with the zone.
 */
async function readBeside(
  models: Models,
  picture: Picture,
  boxes: readonly Box[],
  zone: Zone,
  day: CalendarDate,
): Promise<Pick<DocumentScan, 'hasFace' | 'lines'>> {
  const content = readMrz(zone.lines, day)
  // Without a readable zone no face is searched.
  const face = typeof content === 'string' ? null : await detectFace(models, picture, measureSlope(boxes))
  const lines: string[] = []
  if (!face || typeof content === 'string') return { hasFace: false, lines }
  // Filtered before pieces are joined: print beside the document may be level with print on it.
  for (const box of pickBeside(face, joinPieces(boxes.filter((box) => isAbove(box, zone.box))))) {
    const seen = await readLine(models, picture, turnTowards(box, face.angle))
    if (seen.length < minCharacters || computeConfidence(seen) < legible) continue
    lines.push(seen.map(({ character }) => character).join(''))
    if (doesPrintAgree(lines.at(-1) ?? '', content)) break
  }
  return { hasFace: true, lines }
}

/** Whether a line is on the document above its zone: the zone's lines span nearly the document's whole width. */
function isAbove(box: Box, zone: Box): boolean {
  const { from, to } = measureReach(zone, zone.angle)
  const { along } = project(box, zone.angle)
  const off = measureOffset(zone, box)
  return along > from && along < to && off < 0 && -off < documentHeight * zone.length
}

/**
 * The lines to the right of a face, where documents have their fields (ICAO 9303-3, zones I and II): the largest first,
 * without lines as long as those of a zone.
 */
function pickBeside(face: Face, lines: readonly Box[]): Box[] {
  const middle = project(face, face.angle)
  const isBeside = (box: Box) => {
    const { along, across } = project(box, face.angle)
    const [right, down] = [(along - middle.along) / face.width, (across - middle.across) / face.height]
    return right > 0.5 && right < 6 && down > -2 && down < 1.4 && box.length < zoneSlenderness * box.thickness
  }
  return lines
    .filter((box) => isParallel(box, face, maxTurn) && isBeside(box))
    .sort((a, b) => b.thickness - a.thickness)
    .slice(0, maxBeside)
}

/**
 * Whether a zone is valid and separates a surname from given names: names have no check digit, and their separator is
 * easily misread.
 */
function isWhole(lines: readonly string[], day: CalendarDate): boolean {
  const content = readMrz(lines, day)
  return typeof content !== 'string' && content.surname !== '' && content.givenNames !== ''
}

/** The closer look, unless it lost zones or readable content of the first one. */
function pickBetter(first: Zone[], closer: Zone[], day: CalendarDate): Zone[] {
  const isRead = (zones: Zone[]) => zones.every(({ lines }) => typeof readMrz(lines, day) !== 'string')
  return closer.length < first.length || (isRead(first) && !isRead(closer)) ? first : closer
}

/** Reads other text, the upper lines first, upright or upside down. */
async function readLines(models: Models, picture: Picture, boxes: readonly Box[]): Promise<string[]> {
  const lines = joinPieces(boxes).slice(0, maxLines)
  const slope = measureSlope(lines)
  const rotate = (box: Box, turn: number) => turnTowards(box, slope + turn)
  const read = (box: Box) => readLine(models, picture, box)
  const turn = await detectTurn(lines.slice(0, decidingLines), (box, turn) => read(rotate(box, turn)))
  const upright = lines
    .map((box) => rotate(box, turn))
    .sort((a, b) => project(a, slope + turn).across - project(b, slope + turn).across)
  const texts: string[] = []
  for (const box of upright) texts.push((await read(box)).map(({ character }) => character).join(''))
  return texts
}

/**
 * The rotation, in radians, at which some lines read with more confidence: the network is unsure about upside-down
 * text.
 */
async function detectTurn(
  lines: readonly Box[],
  read: (box: Box, turn: number) => Promise<Seen[]>,
): Promise<number> {
  const confidence = { upright: 0, turned: 0 }
  for (const box of lines) {
    confidence.upright += computeConfidence(await read(box, 0))
    confidence.turned += computeConfidence(await read(box, Math.PI))
  }
  return confidence.upright >= confidence.turned ? 0 : Math.PI
}

/** The line in the direction closer to a slope. */
function turnTowards(box: Box, slope: number): Box {
  return Math.cos(box.angle - slope) < 0 ? flipBox(box) : box
}

// The document reader's process: each message asks about a picture, and each gets an answer, null when the picture
// couldn't be read.

const ready = Promise.all([loadModels(), loadBarcodes()])
// The next request fails with the process.
ready.catch(() => process.exit(1))

await answerQuestions(async ({ day }: Question, picture) => {
  const [models] = await ready
  const head: DocumentScan | null = await scanPicture(models, picture, day).catch(() => null)
  return { head }
})
