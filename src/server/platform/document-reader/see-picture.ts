import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { readMrz } from '../../../domain/identity-document/read-mrz.ts'
import type { Sighting } from '../../../domain/identity-document/verdict.ts'
import { detectBarcodes, measureSlope } from './detect-barcodes.ts'
import { detectLines } from './detect-lines.ts'
import { detectZones } from './detect-zones.ts'
import { joinPieces, project } from './join-pieces.ts'
import type { Models } from './models.ts'
import { type Box, decodePicture, type Picture } from './picture.ts'
import { findPictureFault } from './picture-fault.ts'
import { computeSureness, readLine, type Seen } from './read-line.ts'

/** The longest side that is looked at first, and where that shows nothing, in pixels. */
const firstSide = 2048
const closeSide = 4096
const maxLines = 40
/** So many of the longest lines tell which way up a picture is. */
const tellingLines = 2

/** What a stored picture shows: zones and barcodes, and other text where there is neither. */
export async function seePicture(models: Models, bytes: Uint8Array, day: CalendarDate): Promise<Sighting> {
  const picture = await decodePicture(bytes, firstSide)
  const boxes = await detectLines(models, picture)
  const reason = findPictureFault(picture, boxes)
  const first = await detectZones(models, picture, boxes)
  const isSure = first.every((lines) => isWhole(lines, day))
  const zones = isSure ? first : pickBetter(first, await lookCloser(models, bytes, picture, boxes), day)
  // Beside a zone too: it may be that of another document.
  const barcodes = await detectBarcodes(picture, boxes)
  const lines = zones.length + barcodes.length > 0 ? [] : await readLines(models, picture, boxes)
  return { zones, barcodes, lines, reason }
}

/** Whether a zone holds and parts a surname from given names: names have no check digit, and what parts them is easily misread. */
function isWhole(lines: readonly string[], day: CalendarDate): boolean {
  const content = readMrz(lines, day)
  return typeof content !== 'string' && content.surname !== '' && content.givenNames !== ''
}

/** The closer look, unless it lost what the first one had. */
function pickBetter(first: string[][], closer: string[][], day: CalendarDate): string[][] {
  const isRead = (zones: string[][]) => zones.every((lines) => typeof readMrz(lines, day) !== 'string')
  return closer.length < first.length || (isRead(first) && !isRead(closer)) ? first : closer
}

/** The zones once more, in all the pixels that were stored. */
async function lookCloser(
  models: Models,
  bytes: Uint8Array,
  seen: Picture,
  boxes: readonly Box[],
): Promise<string[][]> {
  const picture = await decodePicture(bytes, closeSide)
  const scale = picture.width / seen.width
  const scaled = boxes.map((box) => ({
    x: box.x * scale,
    y: box.y * scale,
    length: box.length * scale,
    thickness: box.thickness * scale,
    angle: box.angle,
  }))
  return detectZones(models, picture, scaled)
}

/** Other text, the upper lines first, whichever way up it stands. */
async function readLines(models: Models, picture: Picture, boxes: readonly Box[]): Promise<string[]> {
  const lines = joinPieces(boxes).slice(0, maxLines)
  const slope = measureSlope(lines)
  const turnBox = (box: Box, turn: number) => ({ ...box, angle: pickNearer(box.angle, slope) + turn })
  const read = (box: Box) => readLine(models, picture, box)
  const turn = await detectTurn(lines.slice(0, tellingLines), (box, turn) => read(turnBox(box, turn)))
  const upright = lines
    .map((box) => turnBox(box, turn))
    .sort((a, b) => project(a, slope + turn).across - project(b, slope + turn).across)
  const texts: string[] = []
  for (const box of upright) texts.push((await read(box)).map(({ character }) => character).join(''))
  return texts
}

/** Which way up some lines make more sense, in radians: the network is not sure of text that stands on its head. */
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

/** Of the two directions of a line, the one nearer to a slope. */
function pickNearer(angle: number, slope: number): number {
  return Math.cos(angle - slope) < 0 ? angle + Math.PI : angle
}
