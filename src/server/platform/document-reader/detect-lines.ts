import type { Models } from './models.ts'
import { type Box, cutOut, type Picture } from './picture.ts'

/** The longest side of what is searched, in pixels. */
const searchSide = 960
const minProbability = 0.3
/** The mean over a line has to be above it. */
const minMean = 0.5
/** The network marks the middle of a line; its letters reach further by this share of area over circumference. */
const growth = 1.7
const minPixels = 12

/** The lines of text in a picture, the upper ones first. */
export async function detectLines(models: Models, picture: Picture): Promise<Box[]> {
  const scale = Math.min(1, searchSide / Math.max(picture.width, picture.height))
  const measureSize = (side: number) => Math.max(32, Math.round((side * scale) / 32) * 32)
  const [width, height] = [measureSize(picture.width), measureSize(picture.height)]
  const whole = {
    x: picture.width / 2,
    y: picture.height / 2,
    length: picture.width,
    thickness: picture.height,
    angle: 0,
  }
  const map = await models.locate(cutOut(picture, whole, { width, height }))
  const [sx, sy] = [picture.width / width, picture.height / height]
  return detectRegions(map, width)
    .map((box) => ({
      ...box,
      x: box.x * sx,
      y: box.y * sy,
      length: box.length * sx,
      thickness: box.thickness * sy,
    }))
    .sort((a, b) => a.y - b.y)
}

/** Connected regions as turned boxes, by their second moments. */
function detectRegions(map: Float32Array, width: number): Box[] {
  const seen = new Uint8Array(map.length)
  const boxes: Box[] = []
  const stack: number[] = []
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || (map[start] ?? 0) < minProbability) continue
    const region: number[] = []
    let sum = 0
    seen[start] = 1
    stack.push(start)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      region.push(at)
      sum += map[at] ?? 0
      const x = at % width
      const neighbours = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]
      for (const next of neighbours) {
        if (next < 0 || next >= map.length || seen[next] || (map[next] ?? 0) < minProbability) continue
        seen[next] = 1
        stack.push(next)
      }
    }
    if (region.length >= minPixels && sum / region.length >= minMean) boxes.push(fitBox(region, width))
  }
  return boxes
}

function fitBox(region: readonly number[], width: number): Box {
  let [mx, my] = [0, 0]
  for (const at of region) {
    mx += at % width
    my += Math.floor(at / width)
  }
  mx /= region.length
  my /= region.length
  let [xx, yy, xy] = [0, 0, 0]
  for (const at of region) {
    const [dx, dy] = [(at % width) - mx, Math.floor(at / width) - my]
    xx += dx * dx
    yy += dy * dy
    xy += dx * dy
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [minAlong, maxAlong, minAcross, maxAcross] = [0, 0, 0, 0]
  for (const at of region) {
    const [dx, dy] = [(at % width) - mx, Math.floor(at / width) - my]
    const [along, across] = [dx * cos + dy * sin, dy * cos - dx * sin]
    minAlong = Math.min(minAlong, along)
    maxAlong = Math.max(maxAlong, along)
    minAcross = Math.min(minAcross, across)
    maxAcross = Math.max(maxAcross, across)
  }
  const [length, thickness] = [maxAlong - minAlong + 1, maxAcross - minAcross + 1]
  const reach = (length * thickness * growth) / (2 * (length + thickness))
  const [along, across] = [(minAlong + maxAlong) / 2, (minAcross + maxAcross) / 2]
  return {
    x: mx + along * cos - across * sin + 0.5,
    y: my + along * sin + across * cos + 0.5,
    length: length + 2 * reach,
    thickness: thickness + 2 * reach,
    angle,
  }
}
