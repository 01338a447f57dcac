import type { GreyFrame } from './grey-frame.ts'

/** How far to both sides of a pixel an edge is looked for. */
const reach = 5

/** Less contrast than this around a pixel says nothing: it is the noise of a sensor, or a shadow. */
const leastContrast = 30

/** The share of places that have to have contrast before a direction is judged. */
const leastShare = 0.02

/**
 * How sharp the edges in a picture are, 0 to 1: what part of the way from dark to light they make within two pixels. Of both directions, because
 * a shaking hand blurs one, the worse counts. Null where there are too few edges to say.
 */
export function measureSharpness(frame: GreyFrame): number | null {
  const across = measureSharpnessAlong(frame.pixels, frame.width, 1, frame.height, frame.width)
  const down = measureSharpnessAlong(frame.pixels, frame.height, frame.width, frame.width, 1)
  return across === null || down === null ? (across ?? down) : Math.min(across, down)
}

/** One direction: `step` leads from a pixel to the next of `length`, `stride` from one of `lines` to the next. Stronger edges count for more. */
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
  return places < (leastShare * lines * length) / 2 ? null : steepness / weight
}
