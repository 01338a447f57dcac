import type { Box } from '../document-shape.ts'
import { detectEdges } from './detect-edges.ts'
import type { GreyFrame } from './grey-frame.ts'
import { measureBrightness, measureGlareShare, measureMovement } from './measure-light.ts'
import { measureSharpness } from './measure-sharpness.ts'

/** What would make the photo better, or that it is good (CAMERA-14). */
export type Advice = 'dark' | 'glare' | 'absent' | 'outside' | 'still' | 'ready'

/** What one look at the camera gives. */
export type Look = {
  /** The frame and a little around it. */
  overview: GreyFrame
  /** Where on the overview the frame lies. */
  box: Box
  /** A part of the frame's middle, as fine as the camera shows it. */
  detail: GreyFrame
  /** The overview of the look before, when there was one of the same size. */
  before: GreyFrame | null
}

const darkBelow = 55
const glareAbove = 0.015
const movingAbove = 8
const blurredBelow = 0.4

/** The first thing that speaks against taking the photo now, in the order in which one would mend it. */
export function advise({ overview, box, detail, before }: Look): Advice {
  const inside = cut(overview, box)
  if (measureBrightness(inside) < darkBelow) return 'dark'
  if (measureGlareShare(inside) > glareAbove) return 'glare'
  const edges = detectEdges(overview, box)
  if (edges.size < 2) return 'absent'
  if (edges.size < 4) return 'outside'
  // Of the very first look nobody can say whether something moves.
  if (!before || measureMovement(before, overview) > movingAbove) return 'still'
  const sharp = measureSharpness(detail)
  return sharp !== null && sharp < blurredBelow ? 'still' : 'ready'
}

function cut(frame: GreyFrame, box: Box): GreyFrame {
  const [left, top] = [Math.round(box.left), Math.round(box.top)]
  const [width, height] = [Math.round(box.width), Math.round(box.height)]
  const rows = Array.from({ length: height }, (_, row) => (top + row) * frame.width + left)
  const pixels = new Uint8Array(width * height)
  for (const [row, start] of rows.entries())
    pixels.set(frame.pixels.subarray(start, start + width), row * width)
  return { width, height, pixels }
}
