import { fitParabola, type Point } from './join-pieces.ts'
import type { Models, Steps } from './models.ts'
import { type Box, extractBox, lineHeight, type Picture } from './picture.ts'

/** The longest side of the searched picture, in pixels. */
const firstSearchSide = 960
const minProbability = 0.3
/** The least mean over a line. */
const minMean = 0.5
/** The network marks only the middle of a line. Its letters extend further, by this multiple of area over perimeter. */
const growth = 1.7
const minPixels = 12
/** A region shorter than this, in thicknesses, doesn't show how it bends. */
const minBentSlenderness = 4

/** Finds the lines of text in a picture, the upper ones first. */
export async function detectLines(
  models: Models,
  picture: Picture,
  searchSide = firstSearchSide,
): Promise<Box[]> {
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
  const map = await models.locate(extractBox(picture, whole, { width, height }))
  const [sx, sy] = [picture.width / width, picture.height / height]
  return detectRegions(map, width)
    .map((box) => ({
      ...box,
      x: box.x * sx,
      y: box.y * sy,
      length: box.length * sx,
      thickness: box.thickness * sy,
      curve: (box.curve ?? 0) / sx,
    }))
    .sort((a, b) => a.y - b.y)
}

/** Connected regions as rotated boxes, by their second moments. */
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

/** The box of a region by its second moments. Long regions follow the parabola fitted to their pixels. */
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
  const points = region.map((at) => {
    const [dx, dy] = [(at % width) - mx, Math.floor(at / width) - my]
    return { along: dx * cos + dy * sin, across: dy * cos - dx * sin }
  })
  const { curve, thickness, level, slope, from, to } = measureShape(points)
  const length = to - from + 1
  const reach = (length * thickness * growth) / (2 * (length + thickness))
  const along = (from + to) / 2
  const across = level + slope * along + (curve * along * along) / 2
  return {
    x: mx + along * cos - across * sin + 0.5,
    y: my + along * sin + across * cos + 0.5,
    length: length + 2 * reach,
    thickness: thickness + 2 * reach,
    angle: angle + slope + curve * along,
    curve,
  }
}

/** The extent of points along and across the parabola fitted to them; short regions are straight. */
function measureShape(points: readonly Point[]) {
  const reach = points.reduce(
    ({ from, to }, { along }) => ({ from: Math.min(from, along), to: Math.max(to, along) }),
    { from: 0, to: 0 },
  )
  const measure = (fit: { level: number; slope: number; curve: number }) => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const { along, across } of points) {
      const off = across - fit.level - fit.slope * along - (fit.curve * along * along) / 2
      least = Math.min(least, off)
      most = Math.max(most, off)
    }
    return { ...reach, ...fit, level: fit.level + (least + most) / 2, thickness: most - least + 1 }
  }
  const straight = measure({ level: 0, slope: 0, curve: 0 })
  if (reach.to - reach.from < minBentSlenderness * straight.thickness) return straight
  return measure(fitParabola(points))
}

const maxWidth = 2400
/** The contrast of a line: below the first it is noise, above the second it is as good as the training data. */
const noiseSpan = 12
const goodSpan = 140
/** Less likely characters are ignored. */
const leastLikely = 0.01

/**
 * A character, its position along the line (0 to 1), the network's confidence, and the second most likely character.
 */
export type Seen = {
  character: string
  at: number
  probability: number
  other: Candidate
}

type Candidate = { character: string; probability: number }

/** The network's mean confidence in some characters; 0 for none. */
export function computeConfidence(seen: readonly Seen[]): number {
  return seen.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, seen.length)
}

/**
 * Reads a line. Ignores characters that `alphabet` doesn't contain; without an alphabet, reads all known characters.
 *
 * @param stretch the factor by which the line is widened before reading
 */
export async function readLine(
  models: Models,
  picture: Picture,
  box: Box,
  alphabet: ReadonlyMap<number, string> | null = null,
  stretch = 1,
): Promise<Seen[]> {
  const width = Math.min(
    maxWidth,
    Math.max(32, Math.round((box.length / box.thickness) * lineHeight * stretch)),
  )
  const steps = await models.read(withFullContrast(extractBox(picture, box, { width, height: lineHeight })))
  return decode(steps, alphabet ?? listCharacters(models))
}

/**
 * Stretches the contrast of a faint line to black and white, like the training text. The first and last hundredth of
 * its levels become the ends.
 */
function withFullContrast(line: Picture): Picture {
  const levels = line.pixels.filter((_, at) => at % 3 === 1).sort()
  const dark = levels[Math.floor(levels.length * 0.01)] ?? 0
  const light = levels[Math.floor(levels.length * 0.99)] ?? 255
  if (light - dark < noiseSpan || light - dark > goodSpan) return line
  const scale = 255 / (light - dark)
  return { ...line, pixels: line.pixels.map((level) => Math.min(255, Math.max(0, (level - dark) * scale))) }
}

const known = new WeakMap<Models, ReadonlyMap<number, string>>()

function listCharacters(models: Models): ReadonlyMap<number, string> {
  const map = known.get(models) ?? new Map(models.characters.map((character, at) => [at, character]))
  known.set(models, map)
  return map
}

/** Decodes CTC output: each run of steps with the same character gives one character, at the run's weighted middle. */
function decode({ probabilities, count, classes }: Steps, alphabet: ReadonlyMap<number, string>): Seen[] {
  const seen: Seen[] = []
  let last = ''
  let [weight, moment, best] = [0, 0, 0]
  let other = { character: '', probability: 0 }
  const end = () => {
    if (last) seen.push({ character: last, at: moment / weight / count, probability: best, other })
    ;[weight, moment, best] = [0, 0, 0]
    other = { character: '', probability: 0 }
  }
  for (let step = 0; step < count; step++) {
    const [{ character, probability }, second] = findTwoLikeliest(probabilities, step * classes, alphabet)
    if (character !== last) {
      end()
      last = character
    }
    weight += probability
    moment += probability * (step + 0.5)
    if (probability > best) {
      best = probability
      other = second
    }
  }
  end()
  return seen
}

/**
 * The two most likely candidates of a step, each a character or none. Characters that the alphabet maps to the same one
 * add up.
 */
function findTwoLikeliest(
  probabilities: Float32Array,
  from: number,
  alphabet: ReadonlyMap<number, string>,
): [Candidate, Candidate] {
  let best = { character: '', probability: probabilities[from] ?? 0 }
  let second = { character: '', probability: 0 }
  for (const [at, character] of alphabet) {
    const own = probabilities[from + at] ?? 0
    if (at === 0 || own < leastLikely) continue
    const probability =
      own +
      (character === best.character
        ? best.probability
        : character === second.character
          ? second.probability
          : 0)
    if (character === best.character) best = { character, probability }
    else if (probability > best.probability) {
      second = best
      best = { character, probability }
    } else if (probability > second.probability) second = { character, probability }
  }
  return [best, second]
}
