import type { Box } from '../camera-state.ts'

type Side = 'top' | 'right' | 'bottom' | 'left'

/** The minimum difference between the two sides of an edge, in grey levels. */
const leastStep = 10

/** The minimum visible share of a side: fingers hold the document, and its corners are round. */
const leastShare = 0.6

/** The maximum distance of the document from the frame, to both sides, as a share of the frame's width. */
const band = 0.07

/** The maximum rotation in both directions: pixels down per pixel across. */
const steepest = 0.09
const slopes = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1].map((share) => share * steepest)

/**
 * The sides of the frame with a straight edge nearby, which is the document's if there is one. The edge must be lighter
 * on the same side along its whole length, which excludes lines of print and the texture of a table.
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

/**
 * Whether a straight edge runs along a side, `place` pixels away from the picture's own border, plus or minus `reach`.
 */
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

/** The distance to both sides of a pixel in which an edge is searched. */
const reach = 5

/** A lower contrast around a pixel is sensor noise, or a shadow. */
const leastContrast = 30

/** The minimum share of places with contrast for judging a direction. */
const leastSharpShare = 0.02

/**
 * The sharpness of the edges in a picture, 0 to 1: the share of the step from dark to light within two pixels. The
 * worse of both directions counts, because a shaking hand blurs one. Null if there are too few edges.
 */
export function measureSharpness(frame: GreyFrame): number | null {
  const across = measureSharpnessAlong(frame.pixels, frame.width, 1, frame.height, frame.width)
  const down = measureSharpnessAlong(frame.pixels, frame.height, frame.width, frame.width, 1)
  return across === null || down === null ? (across ?? down) : Math.min(across, down)
}

/**
 * One direction: `step` is the offset from a pixel to the next of `length`, `stride` from one of `lines` to the next.
 * Stronger edges have more weight.
 */
function measureSharpnessAlong(
  pixels: Uint8Array,
  length: number,
  step: number,
  lines: number,
  stride: number,
): number | null {
  let steepness = 0
  let weight = 0
  let places = 0
  for (let line = 0; line < lines; line++) {
    for (let middle = reach; middle < length - reach; middle += 2) {
      const at = line * stride + middle * step
      let darkest = 255
      let lightest = 0
      let steepest = 0
      for (let off = -reach; off <= reach; off++) {
        const grey = pixels[at + off * step] ?? 0
        darkest = Math.min(darkest, grey)
        lightest = Math.max(lightest, grey)
        if (off < 2 - reach) continue
        steepest = Math.max(steepest, Math.abs(grey - (pixels[at + (off - 2) * step] ?? 0)))
      }
      const contrast = lightest - darkest
      if (contrast < leastContrast) continue
      places += 1
      steepness += steepest * contrast
      weight += contrast * contrast
    }
  }
  return places < (leastSharpShare * lines * length) / 2 ? null : steepness / weight
}

/** At and above this grey level the sensor is saturated. */
const fullWhite = 250

/** The mean grey, 0 to 255. */
export function measureBrightness({ pixels }: GreyFrame): number {
  let sum = 0
  for (const grey of pixels) sum += grey
  return pixels.length === 0 ? 0 : sum / pixels.length
}

/** The share of a picture, 0 to 1, that is overexposed to white, so that its content is lost. */
export function measureGlareShare({ pixels }: GreyFrame): number {
  let full = 0
  for (const grey of pixels) if (grey >= fullWhite) full += 1
  return pixels.length === 0 ? 0 : full / pixels.length
}

/**
 * The difference of two pictures of the same size, as the mean difference of their greys. A uniform change of
 * brightness, which the camera's exposure causes, is ignored.
 */
export function measureMovement(before: GreyFrame, after: GreyFrame): number {
  const shift = measureBrightness(after) - measureBrightness(before)
  let sum = 0
  for (let index = 0; index < after.pixels.length; index++) {
    sum += Math.abs((after.pixels[index] ?? 0) - (before.pixels[index] ?? 0) - shift)
  }
  return after.pixels.length === 0 ? 0 : sum / after.pixels.length
}

/** A small picture in shades of grey, row by row from the top, 0 black to 255 white. */
export type GreyFrame = { width: number; height: number; pixels: Uint8Array }

/** Converts a picture in red, green, blue and alpha, from a canvas, to grey (luma of ITU-R BT.601). */
export function toGrey(picture: { width: number; height: number; data: ArrayLike<number> }): GreyFrame {
  const { width, height, data } = picture
  const pixels = new Uint8Array(width * height)
  for (let index = 0; index < pixels.length; index++) {
    const at = index * 4
    pixels[index] = (77 * (data[at] ?? 0) + 150 * (data[at + 1] ?? 0) + 29 * (data[at + 2] ?? 0)) >> 8
  }
  return { width, height, pixels }
}
