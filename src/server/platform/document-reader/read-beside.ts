import type { DocumentScan } from '../../../domain/identity-document/verdict.ts'
import { detectFaceAbove, type Face } from './detect-face.ts'
import { isParallel, joinPieces, measureOffset, measureReach, project, turnTowards } from './join-pieces.ts'
import type { Models } from './models.ts'
import type { Box, Picture } from './picture.ts'
import { computeConfidence, readLine } from './read-lines.ts'

/** The most lines to read, the fewest characters of one, and the least mean confidence in one. */
const maxLines = 40
const minCharacters = 2
const legible = 0.85
/** The height of a document's fields above its zone, in lengths of the zone (ICAO 9303-4, 9303-6). */
const documentHeight = 0.66
/** The greatest angle between a line and its zone, in radians. */
const maxTurn = 0.2

/** Finds the photo on the side of a zone, and every legible line beside it, the largest first. */
export async function readBeside(
  models: Models,
  picture: Picture,
  boxes: readonly Box[],
  zone: Box,
): Promise<Pick<DocumentScan, 'hasFace' | 'lines'>> {
  const face = await detectFaceAbove(models, picture, zone)
  const lines: string[] = []
  if (!face) return { hasFace: false, lines }
  // Filtered before pieces are joined: print beside the document may be level with print on it.
  const beside = joinPieces(boxes.filter((box) => isBeside(box, face, zone)))
  for (const box of beside.sort((a, b) => b.thickness - a.thickness).slice(0, maxLines)) {
    const seen = await readLine(models, picture, turnTowards(box, zone.angle))
    if (seen.length < minCharacters || computeConfidence(seen) < legible) continue
    lines.push(seen.map(({ character }) => character).join(''))
  }
  return { hasFace: true, lines }
}

/**
 * Whether a line is to the right of a face and above the zone, where documents have their fields (ICAO 9303-3, zones I
 * and II): a zone spans nearly the whole width of its document.
 */
function isBeside(box: Box, face: Face, zone: Box): boolean {
  const { angle } = zone
  const { along } = project(box, angle)
  const off = measureOffset(zone, box)
  return (
    isParallel(box, zone, maxTurn) &&
    along > project(face, angle).along + face.width / 2 &&
    along < measureReach(zone, angle).to &&
    off < -zone.thickness / 2 &&
    off > -documentHeight * zone.length
  )
}
