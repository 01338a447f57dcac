import type { Box } from '../document-shape.ts'
import type { GreyFrame } from './grey-frame.ts'

export type Side = 'top' | 'right' | 'bottom' | 'left'

/** How much lighter or darker one side of an edge has to be, in greys. */
const leastStep = 10

/** How much of a side has to be seen: fingers hold the document, and its corners are round. */
const leastShare = 0.6

/** How far the document may lie from the frame: of the frame's width, to both sides. */
const band = 0.07

/** How far it may be turned: pixels down for one across, tried in both directions. */
const steepest = 0.09
const slopes = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1].map((share) => share * steepest)

/**
 * The sides of a frame near which a straight edge runs along it: the document's, where one lies there. The edge has to be lighter on the same
 * side all along, which lines of print and the grain of a table are not.
 */
export function detectEdges(frame: GreyFrame, box: Box): Set<Side> {
  const reach = Math.max(2, Math.round(box.width * band))
  const across = { from: box.left, to: box.left + box.width }
  const down = { from: box.top, to: box.top + box.height }
  const hasHorizontalEdge = (y: number) => hasEdge(frame, across, y, reach, (along, away) => [along, away])
  const hasVerticalEdge = (x: number) => hasEdge(frame, down, x, reach, (along, away) => [away, along])
  return new Set<Side>([
    ...(hasHorizontalEdge(down.from) ? (['top'] as const) : []),
    ...(hasHorizontalEdge(down.to) ? (['bottom'] as const) : []),
    ...(hasVerticalEdge(across.from) ? (['left'] as const) : []),
    ...(hasVerticalEdge(across.to) ? (['right'] as const) : []),
  ])
}

/** Whether a straight edge runs along a side, `place` pixels away from the picture's own border, give or take `reach`. */
function hasEdge(
  frame: GreyFrame,
  { from, to }: { from: number; to: number },
  place: number,
  reach: number,
  pointOf: (along: number, away: number) => [x: number, y: number],
): boolean {
  const middle = (from + to) / 2
  const length = Math.round(to - from)
  const needed = leastShare * length
  const readGrey = (along: number, away: number) => {
    const [x, y] = pointOf(along, away)
    return x < 0 || y < 0 || x >= frame.width || y >= frame.height ? null : frame.pixels[y * frame.width + x]
  }
  for (const slope of slopes) {
    for (let offset = -reach; offset <= reach; offset++) {
      let lighter = 0
      let darker = 0
      for (let index = 0; index < length; index++) {
        const along = Math.round(from) + index
        const away = Math.round(place + offset + slope * (along - middle))
        const inside = readGrey(along, away + 1)
        const outside = readGrey(along, away - 1)
        if (inside == null || outside == null) continue
        if (inside - outside >= leastStep) lighter += 1
        else if (outside - inside >= leastStep) darker += 1
      }
      if (Math.max(lighter, darker) >= needed) return true
    }
  }
  return false
}
