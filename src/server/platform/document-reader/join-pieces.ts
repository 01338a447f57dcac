import type { Box } from './picture.ts'

const maxTurn = (4 * Math.PI) / 180
/** How far apart the pieces of a line may be, and how far above each other, in thicknesses. */
const maxGap = 3
const maxShift = 0.45

/** Lines that were found in pieces, as where a run of fillers interrupts them, as one each. */
export function joinPieces(boxes: readonly Box[]): Box[] {
  const lines: Box[] = []
  for (const box of [...boxes].sort((a, b) => b.length - a.length)) {
    let joined = box
    for (let at = lines.findIndex((line) => isPieceOf(joined, line)); at >= 0; ) {
      const [line] = lines.splice(at, 1)
      if (line) joined = spanBoxes([line, joined], line.angle)
      at = lines.findIndex((other) => isPieceOf(joined, other))
    }
    lines.push(joined)
  }
  return lines
}

/** Where a point is, along a direction and across it. */
export function project(
  { x, y }: { x: number; y: number },
  angle: number,
): { along: number; across: number } {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { along: x * cos + y * sin, across: y * cos - x * sin }
}

/** From where to where a box reaches along a direction. */
export function measureReach(box: Box, angle: number): { from: number; to: number } {
  const { along } = project(box, angle)
  return { from: along - box.length / 2, to: along + box.length / 2 }
}

/** Whether two lines lie in the same direction, one way or the other. */
export function isParallel(a: { angle: number }, b: { angle: number }, turn = maxTurn): boolean {
  const difference = Math.abs(a.angle - b.angle) % Math.PI
  return Math.min(difference, Math.PI - difference) < turn
}

/** The box that covers several of one line, in a direction; as thick as the thickest. */
function spanBoxes(boxes: readonly Box[], angle: number): Box {
  const from = Math.min(...boxes.map((box) => measureReach(box, angle).from))
  const to = Math.max(...boxes.map((box) => measureReach(box, angle).to))
  const lengths = boxes.reduce((sum, { length }) => sum + length, 0)
  const across = boxes.reduce((sum, box) => sum + project(box, angle).across * box.length, 0) / lengths
  return placeBox({ from, to }, across, Math.max(...boxes.map(({ thickness }) => thickness)), angle)
}

/** A box from its reach along a direction and its place across it. */
export function placeBox(
  reach: { from: number; to: number },
  across: number,
  thickness: number,
  angle: number,
): Box {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const along = (reach.from + reach.to) / 2
  return {
    x: along * cos - across * sin,
    y: along * sin + across * cos,
    length: reach.to - reach.from,
    thickness,
    angle,
  }
}

function isPieceOf(piece: Box, line: Box): boolean {
  const thickness = Math.max(piece.thickness, line.thickness)
  const isLong = piece.length > 3 * piece.thickness
  // The number of a field is smaller than what stands in it.
  if (Math.min(piece.thickness, line.thickness) < thickness * 0.4) return false
  if (isLong && !isParallel(piece, line)) return false
  const { angle } = line
  if (Math.abs(project(piece, angle).across - project(line, angle).across) > maxShift * thickness)
    return false
  const [a, b] = [measureReach(piece, angle), measureReach(line, angle)]
  return Math.max(a.from, b.from) - Math.min(a.to, b.to) < maxGap * thickness
}
