import type { GreyFrame } from './grey-frame.ts'

/** At and above this a camera has nothing left to show: the sensor is full. */
const fullWhite = 250

/** The mean grey, 0 to 255. */
export function measureBrightness({ pixels }: GreyFrame): number {
  let sum = 0
  for (const grey of pixels) sum += grey
  return pixels.length === 0 ? 0 : sum / pixels.length
}

/** The share of a picture, 0 to 1, that is so white that whatever stood there is gone. */
export function measureGlareShare({ pixels }: GreyFrame): number {
  let full = 0
  for (const grey of pixels) if (grey >= fullWhite) full += 1
  return pixels.length === 0 ? 0 : full / pixels.length
}

/**
 * How much two pictures of the same size differ, as the mean difference of their greys. That one is brighter as a whole, which the camera's
 * own exposure does, counts for nothing.
 */
export function measureMovement(before: GreyFrame, after: GreyFrame): number {
  const shift = measureBrightness(after) - measureBrightness(before)
  let sum = 0
  for (let index = 0; index < after.pixels.length; index++) {
    sum += Math.abs((after.pixels[index] ?? 0) - (before.pixels[index] ?? 0) - shift)
  }
  return after.pixels.length === 0 ? 0 : sum / after.pixels.length
}
