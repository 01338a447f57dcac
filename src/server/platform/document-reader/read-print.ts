import { measureSlope } from './detect-barcodes.ts'
import { maxSlenderness } from './detect-zones.ts'
import { joinPieces, project, turnTowards } from './join-pieces.ts'
import type { Models } from './models.ts'
import type { Box, Picture } from './picture.ts'
import { computeConfidence, readLine, type Seen } from './read-lines.ts'

/** The most lines to read: a page of text has many more, and longer ones, than a document. */
const maxLines = 40
/** The number of longest lines that decide which way up a picture is. */
const decidingLines = 2

/** Reads the lines of text that are no longer than a document's, the upper ones first, upright or upside down. */
export async function readPrint(models: Models, picture: Picture, boxes: readonly Box[]): Promise<string[]> {
  const isOfCard = ({ length, thickness }: Box) => length <= maxSlenderness * thickness
  const lines = joinPieces(boxes.filter(isOfCard)).filter(isOfCard).slice(0, maxLines)
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
