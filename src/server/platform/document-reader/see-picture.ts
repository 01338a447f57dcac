import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { readMrz } from '../../../domain/identity-document/read-mrz.ts'
import type { Sighting } from '../../../domain/identity-document/verdict.ts'
import { findBarcodes, slopeOfText } from './find-barcodes.ts'
import { findLines } from './find-lines.ts'
import { findZones } from './find-zones.ts'
import { joinPieces, project } from './join-pieces.ts'
import type { Models } from './models.ts'
import { type Box, decodePicture, type Picture } from './picture.ts'
import { pictureFault } from './picture-fault.ts'
import { readLine, type Seen, surenessOf } from './read-line.ts'

/** The longest side that is looked at first, and where that shows nothing, in pixels. */
const firstSide = 2048
const closeSide = 4096
const maxLines = 40
/** The mean of how sure the network is of its characters: text that is upside down is below it. */
const minSureness = 0.8

/** What a stored picture shows: zones before barcodes before other text, which are looked for only where nothing was found before. */
export async function seePicture(models: Models, bytes: Uint8Array, day: CalendarDate): Promise<Sighting> {
  const picture = await decodePicture(bytes, firstSide)
  const boxes = await findLines(models, picture)
  const reason = pictureFault(picture, boxes)
  const zones = await findZones(models, picture, boxes)
  if (zones.length > 0) {
    const isRead = zones.every((lines) => typeof readMrz(lines, day) !== 'string')
    return {
      zones: isRead ? zones : await lookCloser(models, bytes, picture, boxes),
      barcodes: [],
      lines: [],
      reason,
    }
  }
  const barcodes = await findBarcodes(picture, boxes)
  if (barcodes.length > 0) return { zones: [], barcodes, lines: [], reason }
  return { zones: [], barcodes: [], lines: await readLines(models, picture, boxes), reason }
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
  return findZones(models, picture, scaled)
}

/** Other text, the upper lines first; read the other way up where this way it makes no sense. */
async function readLines(models: Models, picture: Picture, boxes: readonly Box[]): Promise<string[]> {
  const lines = joinPieces(boxes).slice(0, maxLines)
  const slope = slopeOfText(lines)
  const readTurned = async (turn: number) => {
    const turned = lines
      .map((box) => ({ ...box, angle: nearTo(box.angle, slope) + turn }))
      .sort((a, b) => project(a, slope + turn).across - project(b, slope + turn).across)
    const seen: Seen[][] = []
    for (const box of turned) seen.push(await readLine(models, picture, box))
    return seen
  }
  const upright = await readTurned(0)
  const best = surenessOf(upright.flat()) >= minSureness ? upright : await readTurned(Math.PI)
  return best.map((line) => line.map(({ character }) => character).join(''))
}

/** Of the two directions of a line, the one nearer to a slope. */
function nearTo(angle: number, slope: number): number {
  return Math.cos(angle - slope) < 0 ? angle + Math.PI : angle
}
