import { project } from './join-pieces.ts'
import type { Box, Picture } from './picture.ts'

export type Region = { left: number; top: number; right: number; bottom: number }

const side = 32
/** Of the span between dark and light, the mean step between neighbours in a barcode. */
const minStep = 0.07
const minBlocks = 8

/** Where a picture changes from dark to light and back as often as a barcode does, outside of its text; null when nowhere. */
export function findBusyRegion(picture: Picture, text: readonly Box[]): Region | null {
  const { width, height } = picture
  const least = minStep * measureSpan(picture)
  const region = { left: width, top: height, right: 0, bottom: 0 }
  let blocks = 0
  for (let top = 0; top + side <= height; top += side) {
    for (let left = 0; left + side <= width; left += side) {
      const steps = measureSteps(picture, left, top)
      const middle = { x: left + side / 2, y: top + side / 2 }
      if (Math.max(steps.along, steps.down) < least || text.some((box) => isInside(middle, box))) continue
      blocks++
      region.left = Math.min(region.left, left)
      region.top = Math.min(region.top, top)
      region.right = Math.max(region.right, left + side)
      region.bottom = Math.max(region.bottom, top + side)
    }
  }
  if (blocks < minBlocks) return null
  // Room for the quiet zone, and for blocks at the ends that are half empty.
  return {
    left: Math.max(0, region.left - 2 * side),
    top: Math.max(0, region.top - 2 * side),
    right: Math.min(width, region.right + 2 * side),
    bottom: Math.min(height, region.bottom + 2 * side),
  }
}

/** The mean step between neighbours in a block, from left to right and from top to bottom: a barcode may stand upright. */
function measureSteps(
  { pixels, width }: Picture,
  left: number,
  top: number,
): { along: number; down: number } {
  let [along, down] = [0, 0]
  for (let line = 0; line < side; line += 4) {
    for (let step = 1; step < side; step++) {
      const across = ((top + line) * width + left + step) * 3 + 1
      along += Math.abs((pixels[across] ?? 0) - (pixels[across - 3] ?? 0))
      const below = ((top + step) * width + left + line) * 3 + 1
      down += Math.abs((pixels[below] ?? 0) - (pixels[below - width * 3] ?? 0))
    }
  }
  const count = (side / 4) * (side - 1)
  return { along: along / count, down: down / count }
}

/** Lines as thick as a barcode are one: the network that finds text may take it for that. */
function isInside(point: { x: number; y: number }, box: Box): boolean {
  if (box.length < 3 * box.thickness) return false
  const [own, middle] = [project(point, box.angle), project(box, box.angle)]
  return (
    Math.abs(own.along - middle.along) < box.length / 2 + side / 2 &&
    Math.abs(own.across - middle.across) < box.thickness / 2 + side / 4
  )
}

/** How far the light of the lightest hundredths lies above that of the darkest. */
function measureSpan({ pixels }: Picture): number {
  const counts = new Uint32Array(256)
  let total = 0
  for (let at = 1; at < pixels.length; at += 30) {
    const light = pixels[at] ?? 0
    counts[light] = (counts[light] ?? 0) + 1
    total++
  }
  const readLevel = (share: number) => {
    let seen = 0
    return counts.findIndex((count) => {
      seen += count
      return seen >= share * total
    })
  }
  return Math.max(1, readLevel(0.98) - readLevel(0.02))
}

/** The direction, in radians, in which light changes most in a region: across the bars of a barcode. Of bars, not of text: both ways it is the same. */
export function measureBarSlope({ pixels, width }: Picture, region: Region): number {
  let [xx, yy, xy] = [0, 0, 0]
  for (let y = region.top + 1; y < region.bottom; y += 2) {
    for (let x = region.left + 1; x < region.right; x += 2) {
      const at = (y * width + x) * 3 + 1
      const across = (pixels[at] ?? 0) - (pixels[at - 3] ?? 0)
      const down = (pixels[at] ?? 0) - (pixels[at - width * 3] ?? 0)
      xx += across * across
      yy += down * down
      xy += across * down
    }
  }
  return Math.atan2(2 * xy, xx - yy) / 2
}
