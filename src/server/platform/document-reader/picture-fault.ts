import type { UnreadableReason } from '../../../domain/identity-document/verdict.ts'
import type { Box, Picture } from './picture.ts'

/** Of 255. */
const darkBelow = 60
const burntAbove = 250
/** Of all that is light in a picture, how much may be burnt out in one place. */
const maxBurntShare = 0.012
const minTextHeight = 15
const minSharpness = 11
/** How near the edge of a picture a line of text may end, in thicknesses. */
const edgeMargin = 0.4

/** What most probably keeps a picture from being read; null when nothing can be told. */
export function findPictureFault(picture: Picture, boxes: readonly Box[]): UnreadableReason | null {
  const { mean, burntShare } = measureLight(picture)
  if (mean < darkBelow) return 'too_dark'
  if (doesTouchEdge(picture, boxes)) return 'cut_edge'
  if (burntShare > maxBurntShare) return 'glare'
  const heights = boxes.map(({ thickness }) => thickness).sort((a, b) => a - b)
  const middle = heights[Math.floor(heights.length / 2)] ?? 0
  if (boxes.length > 0 && middle < minTextHeight) return 'too_small'
  return measureSharpness(picture) < minSharpness ? 'blurred' : null
}

function measureLight({ pixels, width, height }: Picture): { mean: number; burntShare: number } {
  let [sum, burnt, count] = [0, 0, 0]
  for (let at = 0; at < width * height * 3; at += 12) {
    const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
    sum += green
    count++
    if (red > burntAbove && green > burntAbove && blue > burntAbove) burnt++
  }
  return { mean: sum / count, burntShare: burnt / count }
}

function doesTouchEdge({ width, height }: Picture, boxes: readonly Box[]): boolean {
  return boxes.some(({ x, y, length, thickness, angle }) => {
    if (length < 5 * thickness) return false
    return [-1, 1].some((end) => {
      const [tipX, tipY] = [
        x + (end * length * Math.cos(angle)) / 2,
        y + (end * length * Math.sin(angle)) / 2,
      ]
      const margin = edgeMargin * thickness
      return tipX < margin || tipY < margin || tipX > width - margin || tipY > height - margin
    })
  })
}

/** How steep the steepest edges are: the mean of the highest hundredth of differences between neighbours. */
function measureSharpness({ pixels, width, height }: Picture): number {
  const counts = new Uint32Array(256)
  let total = 0
  for (let y = 1; y < height; y += 2) {
    for (let x = 1; x < width; x += 2) {
      const at = (y * width + x) * 3 + 1
      const step = Math.abs((pixels[at] ?? 0) - (pixels[at - 3] ?? 0))
      counts[step] = (counts[step] ?? 0) + 1
      total++
    }
  }
  const wanted = total / 100
  let [taken, sum] = [0, 0]
  for (let step = 255; step >= 0 && taken < wanted; step--) {
    const count = Math.min(counts[step] ?? 0, wanted - taken)
    taken += count
    sum += count * step
  }
  return sum / Math.max(1, taken)
}
