/**
 * Photographs a flat drawing a second time, independently of photograph.ts: a pinhole camera that is held by hand looks
 * at a document on a table, in perspective and with light, shadow, motion, noise and several compressions. The finest
 * details stay large enough in every corner for a person who zooms in.
 */
import sharp from 'sharp'
import type { Flat } from './draw-flat.ts'
import { between, pick, type Random } from './made-up-documents.ts'
import { grounds, makeLight } from './tables-and-light.ts'

const likelihoods = {
  'quarter turn': 0.25,
  tilted: 0.4,
  perspective: 0.4,
  small: 0.3,
  close: 0.2,
  dark: 0.2,
  lamp: 0.4,
  'shadow edge': 0.35,
  highlight: 0.2,
  motion: 0.25,
  soft: 0.25,
  grain: 0.3,
  'sent on': 0.3,
}
type Condition = keyof typeof likelihoods
type Vector = readonly [number, number, number]
type Photo = { jpeg: Uint8Array; conditions: Condition[]; ground: string; size: string }

const sizes = [
  [3000, 2000],
  [2048, 1536],
  [1920, 1080],
  [1440, 1080],
] as const

/** The smallest height of a capital letter and the smallest width of a bar, in pixels of the picture. */
const floors = { letter: 13, bar: 2.6 }

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const radians = (degrees: number) => (degrees * Math.PI) / 180

/**
 * A camera above the document: `look` gives the place on the document's plane, in millimetres from its centre, that a
 * pixel shows; `show` is its inverse.
 */
function placeCamera(
  [width, height]: readonly [number, number],
  [roll, pitch, yaw]: Vector,
  [focal, distance, aside, down]: readonly [number, number, number, number],
) {
  const [cr, sr, cp, sp, cy, sy] = [roll, pitch, yaw].flatMap((one) => [
    Math.cos(radians(one)),
    Math.sin(radians(one)),
  ]) as [number, number, number, number, number, number]
  const right: Vector = [cr * cy - sr * sp * sy, sr * cy + cr * sp * sy, -cp * sy]
  const below: Vector = [-sr * cp, cr * cp, sp]
  const out: Vector = [cr * sy + sr * sp * cy, sr * sy - cr * sp * cy, cp * cy]
  const centre: Vector = [aside, down, distance]
  const look = (u: number, v: number): [number, number] => {
    const ray: Vector = [(u - width / 2) / focal, (v - height / 2) / focal, 1]
    const reach = dot(centre, out) / dot(ray, out)
    const from: Vector = [ray[0] * reach - aside, ray[1] * reach - down, reach - distance]
    return [dot(from, right), dot(from, below)]
  }
  const show = (x: number, y: number): [number, number] => {
    const [a, b, c] = [0, 1, 2].map(
      (axis) => (centre[axis] ?? 0) + x * (right[axis] ?? 0) + y * (below[axis] ?? 0),
    ) as [number, number, number]
    return [width / 2 + (focal * a) / c, height / 2 + (focal * b) / c]
  }
  return { look, show }
}

/** Null if the document doesn't fit into the picture at a readable size. */
export async function photographByHand(random: Random, flat: Flat): Promise<Photo | null> {
  const conditions = (Object.keys(likelihoods) as Condition[]).filter((one) => random() < likelihoods[one])
  const has = (condition: Condition) => conditions.includes(condition)
  const either = () => (random() < 0.5 ? -1 : 1)
  const [long, short] = pick(random, sizes)
  const [width, height] = random() < 0.5 ? [short, long] : [long, short]
  const roll =
    (has('quarter turn') ? pick(random, [90, 180, 270]) : 0) +
    either() * between(random, 0, has('tilted') ? 14 : 3)
  const lean = () => either() * between(random, has('perspective') ? 7 : 0, has('perspective') ? 19 : 4)
  const focal = between(random, 0.75, 1.1) * long
  const [least, most] = has('small') ? [0.48, 0.6] : has('close') ? [0.86, 0.97] : [0.6, 0.86]
  const share = between(random, least, most)
  const isUpright = Math.abs(Math.cos(radians(roll))) > 0.7
  const [across, down] = isUpright ? [flat.width, flat.height] : [flat.height, flat.width]
  const room = Math.min(width / across, height / down) * share
  const distance = focal / room
  const away = () => between(random, -0.5, 0.5) * (1 - share) * 0.2 * flat.width
  const { look, show } = placeCamera(
    [width, height],
    [roll, lean(), lean()],
    [focal, distance, away(), away()],
  )
  const [halfWidth, halfHeight] = [flat.width / 2, flat.height / 2]
  const corners = [-1, 1].flatMap((x) => [-1, 1].map((y) => [x * halfWidth, y * halfHeight] as const))
  const span = (from: [number, number], to: [number, number]) => Math.hypot(to[0] - from[0], to[1] - from[1])
  const scales = corners.flatMap(([x, y]) => [
    span(show(x, y), show(x + 1, y)),
    span(show(x, y), show(x, y + 1)),
  ])
  const isInside = corners
    .map(([x, y]) => show(x, y))
    .every(([u, v]) => u > 4 && v > 4 && u < width - 4 && v < height - 4)
  const perMm = Math.min(...scales)
  if (!isInside || perMm * flat.finest.size < floors[flat.finest.kind]) return null

  const detail = perMm * flat.finest.size * (flat.finest.kind === 'bar' ? 5 : 1)
  const fine = Math.min(4200 / flat.width, Math.max(...scales) * 1.1)
  const drawing = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${flat.width * fine}" height="${flat.height * fine}" viewBox="0 0 ${flat.width} ${flat.height}"><clipPath id="card"><rect width="${flat.width}" height="${flat.height}" rx="${flat.radius}"/></clipPath><g clip-path="url(#card)">${flat.inner}</g></svg>`,
    ),
    { unlimited: true },
  )
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const ground = pick(random, Object.keys(grounds))
  const table = grounds[ground]?.(random) ?? (() => [0, 0, 0] as const)
  const twist = radians(random() * 360)
  const light = makeLight(random, {
    size: [width, height],
    dark: has('dark'),
    lamp: has('lamp'),
    shadow: has('shadow edge'),
    highlight: has('highlight'),
  })
  const [swing, drift] = [radians(random() * 360), has('motion') ? between(random, 0.1, 0.2) * detail : 0.4]
  const rgb = new Uint8Array(width * height * 3)
  const { data, info } = drawing
  const strength = has('grain') ? between(random, 7, 14) : between(random, 1, 4)
  for (let v = 0, place = 0; v < height; v++) {
    for (let u = 0; u < width; u++, place += 3) {
      const sum: [number, number, number] = [0, 0, 0]
      for (let sample = -1; sample <= 1; sample++) {
        const [x, y] = look(
          u + 0.5 + (sample / 3) * drift * Math.cos(swing),
          v + 0.5 + (sample / 3) * drift * Math.sin(swing),
        )
        addColour(sum, x, y)
      }
      const [bright, glare] = light.at(u, v)
      const noise = (random() + random() + random() - 1.5) * 2 * strength
      for (const [channel, tint] of light.tint.entries())
        rgb[place + channel] = Math.max(
          0,
          Math.min(255, ((sum[channel] ?? 0) / 3) * bright * tint + glare * 255 + noise),
        )
    }
  }

  /** Adds the colour of the document or of the table with the document's shadow. */
  function addColour(sum: [number, number, number], x: number, y: number): void {
    const [a, b] = [(x + halfWidth) * fine - 0.5, (y + halfHeight) * fine - 0.5]
    const [left, top] = [Math.floor(a), Math.floor(b)]
    let cover = 0
    if (left >= 0 && top >= 0 && left < info.width - 1 && top < info.height - 1) {
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        const at = ((top + dy) * info.width + left + dx) * 4
        const weight = (dx ? a - left : 1 - a + left) * (dy ? b - top : 1 - b + top)
        const alpha = (weight * (data[at + 3] as number)) / 255
        cover += alpha
        for (let channel = 0; channel < 3; channel++)
          sum[channel] = (sum[channel] as number) + alpha * (data[at + channel] as number)
      }
    }
    if (cover > 0.99) return
    const near = Math.hypot(
      Math.max(0, Math.abs(x - 0.7) - halfWidth),
      Math.max(0, Math.abs(y - 0.9) - halfHeight),
    )
    const shade = (1 - cover) * (1 - 0.55 * Math.exp(-near / 1.2))
    const colours = table(
      x * Math.cos(twist) - y * Math.sin(twist),
      x * Math.sin(twist) + y * Math.cos(twist),
    )
    for (let channel = 0; channel < 3; channel++)
      sum[channel] = (sum[channel] as number) + shade * (colours[channel] as number)
  }

  const blur = has('soft') ? between(random, 0.04, 0.065) * detail : 0.45
  const taken = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .blur(Math.max(0.4, blur))
    .jpeg({ quality: Math.round(between(random, 72, 92)) })
    .toBuffer()
  const jpeg = has('sent on') ? await sendOn(random, taken) : taken
  return { jpeg, conditions, ground, size: `${width}x${height}` }
}

/** Compresses a picture twice more, each time cut by some pixels so that the blocks of the JPEGs don't coincide. */
async function sendOn(random: Random, taken: Uint8Array): Promise<Uint8Array> {
  let jpeg = taken
  for (const quality of [between(random, 62, 78), between(random, 60, 76)]) {
    const { width, height } = await sharp(jpeg).metadata()
    jpeg = await sharp(jpeg)
      .extract({ left: 3, top: 1, width: width - 3, height: height - 1 })
      .jpeg({ quality: Math.round(quality) })
      .toBuffer()
  }
  return jpeg
}
