import type { Box } from './picture.ts'

const maxTurn = (4 * Math.PI) / 180
/** The greatest gap between the pieces of a line, and the greatest offset across it, in thicknesses. */
const maxGap = 3
const maxShift = 0.45
/** Pieces that are together shorter than this, in thicknesses, don't show how the line bends. */
const minBentSlenderness = 8

export type Point = { along: number; across: number }

/** Joins lines that were detected in pieces, such as around a run of fillers. */
export function joinPieces(boxes: readonly Box[]): Box[] {
  const lines: Box[] = []
  for (const box of [...boxes].sort((a, b) => b.length - a.length)) {
    let joined = box
    for (let at = lines.findIndex((line) => isPieceOf(joined, line)); at >= 0; ) {
      const [line] = lines.splice(at, 1)
      if (line) joined = spanBoxes(line, joined)
      at = lines.findIndex((other) => isPieceOf(joined, other))
    }
    lines.push(joined)
  }
  return lines
}

/** A point's coordinates along a direction and across it. */
export function project({ x, y }: { x: number; y: number }, angle: number): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { along: x * cos + y * sin, across: y * cos - x * sin }
}

/** The start and end of a box along a direction. */
export function measureReach(box: Box, angle: number): { from: number; to: number } {
  const { along } = project(box, angle)
  return { from: along - box.length / 2, to: along + box.length / 2 }
}

/** Whether two lines have the same or the opposite direction. */
export function isParallel(a: { angle: number }, b: { angle: number }, turn = maxTurn): boolean {
  const difference = Math.abs(a.angle - b.angle) % Math.PI
  return Math.min(difference, Math.PI - difference) < turn
}

/** The line read upside down. */
export function flipBox(box: Box): Box {
  return { ...box, angle: box.angle + Math.PI, curve: -(box.curve ?? 0) }
}

/** The line in the direction closer to a slope. */
export function turnTowards(box: Box, slope: number): Box {
  return Math.cos(box.angle - slope) < 0 ? flipBox(box) : box
}

/** Extends a line at its start and its end, along its own curve; negative values shorten it. */
export function extendBox(box: Box, before: number, after: number): Box {
  const moved = moveAlong(box, (after - before) / 2)
  return { ...moved, length: Math.max(1, box.length + before + after) }
}

/** The box with its middle moved along its curve. */
export function moveAlong(box: Box, along: number): Box {
  const { curve = 0 } = box
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)]
  const across = (curve * along * along) / 2
  return {
    ...box,
    x: box.x + along * cos - across * sin,
    y: box.y + along * sin + across * cos,
    angle: box.angle + curve * along,
  }
}

/** The line, continued straight beyond its ends, moved to the place beside a point. */
export function moveBeside(line: Box, point: { x: number; y: number }): Box {
  const along = project(point, line.angle).along - project(line, line.angle).along
  const within = Math.max(-line.length / 2, Math.min(line.length / 2, along))
  const end = moveAlong(line, within)
  return moveAlong({ ...end, curve: 0 }, along - within)
}

/** The distance of a point above (negative) or below a line. */
export function measureOffset(line: Box, point: { x: number; y: number }): number {
  const beside = moveBeside(line, point)
  return project(point, beside.angle).across - project(beside, beside.angle).across
}

/** The box that covers two pieces of a line, as thick as the thicker one. */
function spanBoxes(line: Box, piece: Box): Box {
  const { angle } = line
  const thickness = Math.max(line.thickness, piece.thickness)
  const [own, other] = [measureReach(line, angle), measureReach(piece, angle)]
  const reach = { from: Math.min(own.from, other.from), to: Math.max(own.to, other.to) }
  const middle = project(line, angle)
  const step = thickness / 2
  const points = [line, piece].flatMap((box) =>
    Array.from({ length: Math.max(3, Math.round(box.length / step)) }, (_, at, count = box.length / step) => {
      const place = project(moveAlong(box, (at + 0.5) * step - (count * step) / 2), angle)
      return { along: place.along - middle.along, across: place.across - middle.across }
    }),
  )
  const isLong = reach.to - reach.from > minBentSlenderness * thickness
  const { level, slope, curve } = isLong ? fitParabola(points) : { ...fitLevel(points), curve: 0 }
  const start = {
    ...placeBox({ from: middle.along - 1, to: middle.along + 1 }, middle.across + level, thickness, angle),
    angle: angle + slope,
    curve,
  }
  const length = reach.to - reach.from
  return { ...moveAlong(start, (reach.from + reach.to) / 2 - middle.along), length }
}

const fitLevel = (points: readonly Point[]) => ({
  level: points.reduce((sum, { across }) => sum + across, 0) / Math.max(1, points.length),
  slope: 0,
})

/** Fits a parabola to points by least squares: `level + slope * along + curve / 2 * along²`. */
export function fitParabola(points: readonly Point[]): { level: number; slope: number; curve: number } {
  const scale = points.reduce((most, { along }) => Math.max(most, Math.abs(along)), 1)
  let [s0, s1, s2, s3, s4, t0, t1, t2] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (const { along, across } of points) {
    const at = along / scale
    s0 += 1
    s1 += at
    s2 += at * at
    s3 += at ** 3
    s4 += at ** 4
    t0 += across
    t1 += across * at
    t2 += across * at * at
  }
  const determine = (a: number[]) => {
    const [p = 0, q = 0, r = 0, u = 0, v = 0, w = 0, x = 0, y = 0, z = 0] = a
    return p * (v * z - w * y) - q * (u * z - w * x) + r * (u * y - v * x)
  }
  const whole = determine([s0, s1, s2, s1, s2, s3, s2, s3, s4])
  if (Math.abs(whole) < 1e-9) return { level: t0 / Math.max(1, s0), slope: 0, curve: 0 }
  return {
    level: determine([t0, s1, s2, t1, s2, s3, t2, s3, s4]) / whole,
    slope: determine([s0, t0, s2, s1, t1, s3, s2, t2, s4]) / whole / scale,
    curve: (2 * determine([s0, s1, t0, s1, s2, t1, s2, s3, t2])) / whole / scale ** 2,
  }
}

/** Builds a box from its start and end along a direction and its position across it. */
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
  // The label of a field is smaller than its content.
  if (Math.min(piece.thickness, line.thickness) < thickness * 0.4) return false
  if (isLong && !isParallel(piece, moveBeside(line, piece))) return false
  if (Math.abs(measureOffset(line, piece)) > maxShift * thickness) return false
  const { angle } = line
  const [a, b] = [measureReach(piece, angle), measureReach(line, angle)]
  return Math.max(a.from, b.from) - Math.min(a.to, b.to) < maxGap * thickness
}
