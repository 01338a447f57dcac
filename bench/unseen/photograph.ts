/**
 * Photographs a flat drawing as a phone does. Each picture is under some conditions, drawn one by one; each is bounded by the size of what must
 * be told apart, so that a person who zooms in can read every letter, and see every bar.
 */
import sharp from 'sharp'
import { between, type Condition, likelihoods, pick, type Random } from './chance.ts'
import type { Flat } from './draw-flat.ts'
import { type Box, drawFingers, drawTable, type Ground, grounds } from './draw-scene.ts'
import { addNoise, expose, type Matrix, type Pixels } from './expose.ts'

/** `zone` is where the zone or barcode stands, in pixels, for whoever looks whether a person could read it. */
export type Photo = {
  jpeg: Uint8Array
  conditions: Condition[]
  ground: Ground | 'screen'
  size: string
  pixelsPerMm: number
  zone: Box
}

/** Landscape sizes: of two cameras, of what the product's pages send, and of a frame of a video. */
const sizes = [
  [4032, 3024],
  [3264, 2448],
  [2560, 1920],
  [2560, 1920],
  [1600, 1200],
  [1600, 1200],
] as const

/** Smallest height of a capital letter and width of a bar, in pixels. */
const floors = { letter: 12, bar: 2.4 }

const rasterise = async (inner: string, box: Box, perMm: number): Promise<Pixels> => {
  const [width, height] = [Math.round(box.width * perMm), Math.round(box.height * perMm)]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box.x} ${box.y} ${box.width} ${box.height}">${inner}</svg>`
  const drawn = sharp(Buffer.from(svg), { unlimited: true }).ensureAlpha().raw()
  return { data: await drawn.toBuffer(), width, height }
}

function invert([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  const [A, B, C] = [e * i - f * h, f * g - d * i, d * h - e * g]
  const by = 1 / (a * A + b * B + c * C)
  return [
    A,
    c * h - b * i,
    b * f - c * e,
    B,
    a * i - c * g,
    c * d - a * f,
    C,
    b * g - a * h,
    a * e - b * d,
  ].map((n) => n * by) as Matrix
}

const project = ([a, b, c, d, e, f, g, h, i]: Matrix, x: number, y: number): [number, number] => {
  const w = g * x + h * y + i
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
}

const measure = (points: [number, number][]): Box => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

const measureSeen = (m: Matrix, { x, y, width, height }: Box): Box =>
  measure([
    project(m, x, y),
    project(m, x + width, y),
    project(m, x, y + height),
    project(m, x + width, y + height),
  ])

/** Where the camera stands: from millimetres of the document to pixels. */
function placeCamera(
  random: Random,
  flat: Flat,
  has: Set<Condition>,
  [width, height]: readonly [number, number],
) {
  const turn =
    (has.has('standing') ? pick(random, [90, 180, 270]) : 0) +
    between(random, 5, 20) * (has.has('slanted') ? 1 : 0.2) * (random() < 0.5 ? -1 : 1)
  const tilt = () =>
    (has.has('tilted') ? between(random, 9, 24) : between(random, 0, 6)) * (random() < 0.5 ? -1 : 1)
  const [r, p, q] = [turn, tilt(), tilt()].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ]
  const distance = Math.max(flat.width, flat.height) * between(random, 2.2, 3.6)
  const [cr, sr, cp, sp, cq, sq] = [
    Math.cos(r),
    Math.sin(r),
    Math.cos(p),
    Math.sin(p),
    Math.cos(q),
    Math.sin(q),
  ]
  const [mx, my] = [flat.width / 2, flat.height / 2]
  // Turned about the axis of view, then tilted about the other two; millimetres from the document's middle.
  const rows: [number, number][] = [
    [cr * cq, -sr * cq],
    [sr * cp + cr * sq * sp, cr * cp - sr * sq * sp],
    [sr * sp - cr * sq * cp, cr * sp + sr * sq * cp],
  ]
  const at = (row: number, scale: number, add: number): [number, number, number] => {
    const [x, y] = (rows[row] ?? [0, 0]).map((n) => n * scale) as [number, number]
    return [x, y, add - x * mx - y * my]
  }
  const look = (scale: number): Matrix => [
    ...at(0, scale * distance, 0),
    ...at(1, scale * distance, 0),
    ...at(2, 1, distance),
  ]
  const corners = (m: Matrix) => measureSeen(m, whole)
  const whole = { x: 0, y: 0, width: flat.width, height: flat.height }
  const seen = corners(look(1))
  const share = has.has('far') ? between(random, 0.35, 0.55) : between(random, 0.55, 0.9)
  const fits = Math.min((0.97 * width) / seen.width, (0.97 * height) / seen.height)
  const needs = 'letter' in flat.finest ? floors.letter / flat.finest.letter : floors.bar / flat.finest.bar
  const scale = Math.min(fits, Math.max((share * width) / seen.width, needs * 1.08))
  const box = corners(look(scale))
  const [dx, dy] = [
    between(random, 0.15, 0.85) * (width - box.width) - box.x,
    between(random, 0.15, 0.85) * (height - box.height) - box.y,
  ]
  const m = look(scale)
  const moved = m.map(
    (n, place) => n + (place < 3 ? dx : place < 6 ? dy : 0) * (place < 6 ? (m[6 + (place % 3)] ?? 0) : 0),
  ) as Matrix
  return { matrix: moved, perMm: scale, isFair: scale >= needs }
}

/** The kernel of a straight movement of so many pixels. */
function shake(length: number, angle: number) {
  const size = 2 * Math.ceil(length / 2) + 1
  const kernel = new Array<number>(size * size).fill(0)
  for (let step = 0; step <= 40; step++) {
    const along = (step / 40 - 0.5) * length
    const at =
      Math.round(size / 2 - 0.5 + along * Math.sin(angle)) * size +
      Math.round(size / 2 - 0.5 + along * Math.cos(angle))
    kernel[at] = (kernel[at] ?? 0) + 1
  }
  return { width: size, height: size, kernel }
}

/** Null where the document doesn't fit the picture in a size that can be read. */
export async function photograph(random: Random, flat: Flat, isPassport: boolean): Promise<Photo | null> {
  const has = new Set(
    (Object.keys(likelihoods) as Condition[]).filter((condition) => random() < likelihoods[condition]),
  )
  if (!isPassport) has.delete('bent')
  // A screen is a light of its own.
  if (has.has('screen')) for (const not of ['bent', 'film', 'shadow', 'dim'] as const) has.delete(not)
  const size = pick(random, sizes)
  const [width, height] = random() < 0.4 ? [size[1], size[0]] : size
  const { matrix, perMm, isFair } = placeCamera(random, flat, has, [width, height])
  if (!isFair) return null
  const back = invert(matrix)
  const view = measureSeen(back, { x: 0, y: 0, width, height })
  const ground = pick(random, grounds)
  const whole = { x: 0, y: 0, width: flat.width, height: flat.height }
  const around = { x: -40, y: -40, width: flat.width + 80, height: flat.height + 80 }
  const [table, paper, fingers] = await Promise.all([
    rasterise(
      drawTable(random, view, flat, ground, isPassport, has.has('screen')),
      view,
      Math.min(
        perMm,
        (ground === 'wood' || ground === 'cloth' ? 1100 : 2400) / Math.max(view.width, view.height),
      ),
    ),
    rasterise(
      `<clipPath id="edge"><rect width="${flat.width}" height="${flat.height}" rx="${flat.radius}"/></clipPath><g clip-path="url(#edge)">${flat.inner}</g>`,
      whole,
      perMm * 1.1,
    ),
    has.has('fingers') ? rasterise(drawFingers(random, flat), around, Math.min(perMm, 8)) : null,
  ])
  const shot = expose(random, { flat, has, back, perMm, width, height, view, around, table, paper, fingers })
  const finest = ('letter' in flat.finest ? flat.finest.letter : flat.finest.bar * 5) * perMm
  let picture = sharp(shot, { raw: { width, height, channels: 3 } })
  if (has.has('shaken'))
    picture = picture.convolve(shake(Math.max(1.5, finest * between(random, 0.08, 0.17)), random() * Math.PI))
  // A lens and its sensor are never quite sharp.
  const sigma = finest * (has.has('defocused') ? between(random, 0.05, 0.085) : between(random, 0.015, 0.035))
  picture = sharp(await picture.blur(Math.max(0.35, sigma)).raw().toBuffer(), {
    raw: { width, height, channels: 3 },
  })
  const noisy = await picture.raw().toBuffer()
  addNoise(random, noisy, has.has('noisy') ? between(random, 6, 12) : between(random, 0.5, 3))
  const quality = Math.round(has.has('low quality') ? between(random, 55, 70) : between(random, 70, 90))
  const jpeg = await sharp(noisy, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
  return {
    jpeg,
    conditions: [...has],
    ground: has.has('screen') ? 'screen' : ground,
    size: `${width}x${height}`,
    pixelsPerMm: Number(perMm.toFixed(1)),
    zone: measureSeen(matrix, flat.zone),
  }
}
