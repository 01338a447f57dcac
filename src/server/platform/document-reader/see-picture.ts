import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { doesPrintAgree, isBesidePhoto } from '../../../domain/identity-document/printed-side.ts'
import { readMrz } from '../../../domain/identity-document/read-mrz.ts'
import { readUkLicence } from '../../../domain/identity-document/read-uk-licence.ts'
import type { Sighting } from '../../../domain/identity-document/verdict.ts'
import { detectBarcodes, measureSlope } from './detect-barcodes.ts'
import { detectFace, type Face } from './detect-face.ts'
import { detectLines } from './detect-lines.ts'
import { detectZones } from './detect-zones.ts'
import { isParallel, joinPieces, project } from './join-pieces.ts'
import type { Models } from './models.ts'
import { type Box, decodePicture, type Picture } from './picture.ts'
import { computeSureness, readLine, type Seen } from './read-line.ts'

/** The longest side that is looked at first, and where that shows nothing, in pixels. */
const firstSide = 2048
const closeSide = 4096
const maxLines = 40
/** Of the lines beside a photo: so many at most are read, of so many characters at least, in the mean as sure as this. */
const maxBeside = 14
const minCharacters = 4
const legible = 0.85
/** The lines of a zone are longer than so many times their thickness. */
const zoneSlenderness = 15
/** How far a line may lean from the face beside it, in radians. */
const maxTurn = 0.2
/** So many of the longest lines tell which way up a picture is. */
const tellingLines = 2

/** What a stored picture shows: zones and barcodes, other text where there is neither, and the photo and print beside what was read. */
export async function seePicture(models: Models, bytes: Uint8Array, day: CalendarDate): Promise<Sighting> {
  const picture = await decodePicture(bytes, firstSide)
  const boxes = await detectLines(models, picture)
  const first = await detectZones(models, picture, boxes)
  const isSure = first.every((lines) => isWhole(lines, day))
  const zones = isSure ? first : pickBetter(first, await lookCloser(models, bytes, picture, boxes), day)
  // Beside a zone too: it may be that of another document.
  const barcodes = await detectBarcodes(picture, boxes)
  const lines = zones.length + barcodes.length > 0 ? [] : await readLines(models, picture, boxes)
  const [zone, ...others] = zones
  if (zone && others.length === 0 && isBesidePhoto(zone)) {
    return { zones, barcodes, ...(await lookBeside(models, picture, boxes, zone, day)) }
  }
  const isPrint = typeof readUkLicence(lines, day) !== 'string'
  const hasFace = isPrint && (await detectFace(models, picture, measureSlope(boxes))) !== null
  return { zones, barcodes, lines, hasFace }
}

/** The photo on the side of a zone, and the legible lines beside it, up to the one that says the same as the zone. */
async function lookBeside(
  models: Models,
  picture: Picture,
  boxes: readonly Box[],
  zone: readonly string[],
  day: CalendarDate,
): Promise<Pick<Sighting, 'hasFace' | 'lines'>> {
  const content = readMrz(zone, day)
  // Nothing that is beside it would make up for what it does not say.
  const face = typeof content === 'string' ? null : await detectFace(models, picture, measureSlope(boxes))
  const lines: string[] = []
  if (!face || typeof content === 'string') return { hasFace: false, lines }
  for (const box of pickBeside(face, joinPieces(boxes))) {
    const seen = await readLine(models, picture, { ...box, angle: pickNearer(box.angle, face.angle) })
    if (seen.length < minCharacters || computeSureness(seen) < legible) continue
    lines.push(seen.map(({ character }) => character).join(''))
    if (doesPrintAgree(lines.at(-1) ?? '', content)) break
  }
  return { hasFace: true, lines }
}

/** The lines to the right of a face, where documents have their fields (ICAO 9303-3, zones I and II): the largest first, but none as long as those of a zone. */
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
