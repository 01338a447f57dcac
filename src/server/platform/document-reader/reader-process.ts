import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { readUkLicence } from '../../../domain/identity-document/read-licence.ts'
import { readMrz } from '../../../domain/identity-document/read-mrz.ts'
import { doesPrintAgree, isBesidePhoto, type Sighting } from '../../../domain/identity-document/verdict.ts'
import { answerQuestions } from '../processes/messages.ts'
import { detectBarcodes, loadBarcodes, measureSlope } from './detect-barcodes.ts'
import { detectFace, type Face } from './detect-face.ts'
import { detectZones, type Zone } from './detect-zones.ts'
import type { Question } from './index.ts'
import { isParallel, joinPieces, measureOffset, measureReach, project, turnOver } from './join-pieces.ts'
import { lookCloser } from './look-closer.ts'
import { loadModels, type Models } from './models.ts'
import { type Box, decodePicture, type Picture } from './picture.ts'
import { computeSureness, detectLines, readLine, type Seen } from './read-lines.ts'

/** The longest side that is looked at first, in pixels. */
const firstSide = 2048
const maxLines = 40
/**
 * Of the lines beside a photo: so many at most are read, of so many characters at least, in the mean as sure as this.
 */
const maxBeside = 14
const minCharacters = 4
const legible = 0.85
/** The lines of a zone are longer than so many times their thickness. */
const zoneSlenderness = 15
/** How far a document reaches above its zone, in lengths of the zone (ICAO 9303-4, 9303-6). */
const documentHeight = 0.75
/** How far a line may lean from the face beside it, in radians. */
const maxTurn = 0.2
/** So many of the longest lines tell which way up a picture is. */
const tellingLines = 2

/** Reads a stored picture: zones and barcodes, other text where there is neither, and the photo and print beside it. */
async function seePicture(models: Models, bytes: Uint8Array, day: CalendarDate): Promise<Sighting> {
  const picture = await decodePicture(bytes, firstSide)
  const boxes = await detectLines(models, picture)
  const first = await detectZones(models, picture, boxes)
  // Beside a zone too: it may be that of another document.
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
  if (zone && others.length === 0 && isBesidePhoto(zone.lines)) {
    return { zones, barcodes, ...(await lookBeside(models, picture, boxes, zone, day)) }
  }
  if (zone) return { zones, barcodes, lines: [], hasFace: false }
  const hasFace = isPrint && (await detectFace(models, picture, measureSlope(boxes))) !== null
  return { zones, barcodes, lines, hasFace }
}

/** The photo on the side of a zone, and the legible lines beside it, up to the one that says the same as the zone. */
async function lookBeside(
  models: Models,
  picture: Picture,
  boxes: readonly Box[],
  zone: Zone,
  day: CalendarDate,
): Promise<Pick<Sighting, 'hasFace' | 'lines'>> {
  const content = readMrz(zone.lines, day)
  // A face is looked for only where the zone was read.
  const face = typeof content === 'string' ? null : await detectFace(models, picture, measureSlope(boxes))
  const lines: string[] = []
  if (!face || typeof content === 'string') return { hasFace: false, lines }
  // Before pieces are joined: what lies beside the document may be in line with what is printed on it.
  for (const box of pickBeside(face, joinPieces(boxes.filter((box) => isAbove(box, zone.box))))) {
    const seen = await readLine(models, picture, turnTowards(box, face.angle))
    if (seen.length < minCharacters || computeSureness(seen) < legible) continue
    lines.push(seen.map(({ character }) => character).join(''))
    if (doesPrintAgree(lines.at(-1) ?? '', content)) break
  }
  return { hasFace: true, lines }
}

/** Whether a line stands on a document above its zone: the lines of the zone reach over nearly all of its width. */
function isAbove(box: Box, zone: Box): boolean {
  const { from, to } = measureReach(zone, zone.angle)
  const { along } = project(box, zone.angle)
  const off = measureOffset(zone, box)
  return along > from && along < to && off < 0 && -off < documentHeight * zone.length
}

/**
 * The lines to the right of a face, where documents have their fields (ICAO 9303-3, zones I and II): the largest first,
 * but none as long as those of a zone.
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
 * Whether a zone holds and parts a surname from given names: names have no check digit, and what parts them is easily
 * misread.
 */
function isWhole(lines: readonly string[], day: CalendarDate): boolean {
  const content = readMrz(lines, day)
  return typeof content !== 'string' && content.surname !== '' && content.givenNames !== ''
}

/** The closer look, unless it lost what the first one had. */
function pickBetter(first: Zone[], closer: Zone[], day: CalendarDate): Zone[] {
  const isRead = (zones: Zone[]) => zones.every(({ lines }) => typeof readMrz(lines, day) !== 'string')
  return closer.length < first.length || (isRead(first) && !isRead(closer)) ? first : closer
}

/** Other text, the upper lines first, whichever way up it stands. */
async function readLines(models: Models, picture: Picture, boxes: readonly Box[]): Promise<string[]> {
  const lines = joinPieces(boxes).slice(0, maxLines)
  const slope = measureSlope(lines)
  const turnBox = (box: Box, turn: number) => turnTowards(box, slope + turn)
  const read = (box: Box) => readLine(models, picture, box)
  const turn = await detectTurn(lines.slice(0, tellingLines), (box, turn) => read(turnBox(box, turn)))
  const upright = lines
    .map((box) => turnBox(box, turn))
    .sort((a, b) => project(a, slope + turn).across - project(b, slope + turn).across)
  const texts: string[] = []
  for (const box of upright) texts.push((await read(box)).map(({ character }) => character).join(''))
  return texts
}

/** Which way up some lines make more sense, in radians: the network is unsure about text that is upside down. */
async function detectTurn(
  lines: readonly Box[],
  read: (box: Box, turn: number) => Promise<Seen[]>,
): Promise<number> {
  const sureness = { upright: 0, turnBox: 0 }
  for (const box of lines) {
    sureness.upright += computeSureness(await read(box, 0))
    sureness.turnBox += computeSureness(await read(box, Math.PI))
  }
  return sureness.upright >= sureness.turnBox ? 0 : Math.PI
}

/** A line in that of its two directions that is nearer to a slope. */
function turnTowards(box: Box, slope: number): Box {
  return Math.cos(box.angle - slope) < 0 ? turnOver(box) : box
}

// The process that reads documents: a question by each message, and an answer to each, null where the picture could not
// be looked at.

const ready = Promise.all([loadModels(), loadBarcodes()])
// The next question fails with it.
ready.catch(() => process.exit(1))

await answerQuestions(async ({ day }: Question, picture) => {
  const [models] = await ready
  const head: Sighting | null = await seePicture(models, picture, day).catch(() => null)
  return { head }
})
