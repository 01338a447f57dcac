/** What falls onto a camera's sensor: a plane with what lies on it, in its light, under a film or on a screen; and the sensor's noise. */

import { between, type Condition, pick, type Random } from './chance.ts'
import type { Flat } from './draw-flat.ts'
import type { Box } from './draw-scene.ts'

/** A projection of a plane, row by row. */
export type Matrix = [number, number, number, number, number, number, number, number, number]

/** RGBA. */
export type Pixels = { data: Uint8Array; width: number; height: number }

/** `view` is what `table` shows, `around` what `fingers` show, in millimetres; `back` leads from pixels to them. */
type Scene = {
  flat: Flat
  has: Set<Condition>
  back: Matrix
  perMm: number
  width: number
  height: number
  view: Box
  around: Box
  table: Pixels
  paper: Pixels
  fingers: Pixels | null
}

const smooth = (t: number) => (t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t))

/** What falls onto the sensor, as RGB. */
export function expose(random: Random, scene: Scene): Uint8Array {
  const { flat, has, back, width, height, view, around, table, paper, fingers } = scene
  const shot = new Uint8Array(width * height * 3)
  const exposure = has.has('dim') ? between(random, 0.42, 0.6) : between(random, 0.82, 1.05)
  const tint = has.has('tinted')
    ? pick(random, [
        [1.08, 0.97, 0.76],
        [1.05, 1, 0.87],
        [0.85, 0.98, 1.1],
        [0.92, 1.05, 0.9],
      ])
    : [1, 1, 1]
  const [lx, ly] = [between(random, -1, 1), between(random, -1, 1)]
  const fall = has.has('uneven light') ? between(random, 0.25, 0.5) : between(random, 0, 0.12)
  const shadowAngle = random() * 6.28
  const [sx, sy, sAt] = [
    Math.cos(shadowAngle),
    Math.sin(shadowAngle),
    between(random, -0.25, 0.3) * flat.width,
  ]
  const [shadowDepth, softness] = [has.has('shadow') ? between(random, 0.25, 0.5) : 0, between(random, 2, 25)]
  const bend = has.has('bent') ? between(random, 1.2, 3.4) * (random() < 0.5 ? -1 : 1) : 0
  const film = has.has('film')
  const haze = film ? between(random, 0.05, 0.16) : 0
  const [gx, gy, gr, gAngle, gPeak] = [
    random() * flat.width,
    random() * flat.height,
    between(random, 6, 22),
    random() * 3.14,
    film ? between(random, 0.6, 1) : 0,
  ]
  const [gc, gs] = [Math.cos(gAngle), Math.sin(gAngle)]
  const dots = has.has('screen') ? (6.28 * scene.perMm) / between(random, 1.4, 2.6) : 0
  const dotDepth = between(random, 0.06, 0.2)
  const rgba = new Float64Array(4)
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = back
  const [red, green, blue] = tint as [number, number, number]
  const { zone } = flat
  for (let py = 0; py < height; py++) {
    for (let px = 0; px < width; px++) {
      const w = m6 * px + m7 * py + m8
      const x = (m0 * px + m1 * py + m2) / w
      const y = (m3 * px + m4 * py + m5) / w
      // A page that is bent across its lines: they rise and fall, and its slope takes light away.
      const u = x / flat.width
      const dy = bend === 0 || u < 0 || u > 1 ? y : y - bend * Math.sin(Math.PI * u)
      const slope = bend === 0 || u < 0 || u > 1 ? 1 : 1 + 0.045 * bend * Math.cos(Math.PI * u)
      sample(table, x - view.x, y - view.y, table.width / view.width, rgba)
      let r = at(rgba, 0)
      let g = at(rgba, 1)
      let b = at(rgba, 2)
      const outside = Math.max(-x, x - flat.width, -dy, dy - flat.height)
      let glare = 0
      let light = exposure
      if (outside < 0) {
        sample(paper, x, dy, paper.width / flat.width, rgba)
        const alpha = at(rgba, 3) / 255
        r += (at(rgba, 0) * slope - r) * alpha
        g += (at(rgba, 1) * slope - g) * alpha
        b += (at(rgba, 2) * slope - b) * alpha
        if (film) {
          const ax = (x - gx) * gc + (dy - gy) * gs
          const ay = (dy - gy) * gc - (x - gx) * gs
          glare =
            gPeak * Math.exp(-((ax / (gr * 2)) ** 2) - (ay / gr) ** 2) +
            haze * (1 + 0.6 * Math.sin(ax * 0.9 + 2 * Math.sin(ay * 0.35)))
          const off = Math.max(zone.x - x, x - zone.x - zone.width, zone.y - dy, dy - zone.y - zone.height)
          glare = Math.min(glare, 0.62 + 0.38 * smooth(off / 4))
        }
      } else if (outside < 2.5 && dots === 0) light *= 0.72 + 0.112 * outside
      if (fingers) {
        sample(fingers, x - around.x, dy - around.y, fingers.width / around.width, rgba)
        const alpha = at(rgba, 3) / 255
        r += (at(rgba, 0) - r) * alpha
        g += (at(rgba, 1) - g) * alpha
        b += (at(rgba, 2) - b) * alpha
        glare *= 1 - alpha
      }
      if (dots > 0) {
        r *= 1 + dotDepth * Math.cos(x * dots)
        g *= 1 + dotDepth * Math.cos(x * dots + 2.1)
        b *= 1 + dotDepth * (Math.cos(x * dots + 4.2) + 0.5 * Math.cos(y * dots))
      }
      light *= 1 - fall * (0.5 + 0.5 * (lx * (px / width - 0.5) * 2 + ly * (py / height - 0.5) * 2))
      if (shadowDepth > 0)
        light *=
          1 -
          shadowDepth *
            smooth(((x - flat.width / 2) * sx + (y - flat.height / 2) * sy - sAt) / softness + 0.5)
      // Darker than this no phone takes it: it exposes for longer.
      light = Math.max(light, 0.3)
      const place = (py * width + px) * 3
      shot[place] = Math.max(0, Math.min(255, (r + (255 - r) * glare) * light * red))
      shot[place + 1] = Math.max(0, Math.min(255, (g + (255 - g) * glare) * light * green))
      shot[place + 2] = Math.max(0, Math.min(255, (b + (255 - b) * glare) * light * blue))
    }
  }
  return shot
}

// Two, so that each sees one kind of array.
const at = (values: Float64Array, place: number) => values[place] as number
const byteAt = (values: Uint8Array, place: number) => values[place] as number

/** Between the four next pixels, at millimetres; beyond its edges a picture goes on as at its edge. */
function sample(
  { data, width, height }: Pixels,
  x: number,
  y: number,
  perMm: number,
  into: Float64Array,
): void {
  const fx = Math.max(0, Math.min(width - 1.001, x * perMm - 0.5))
  const fy = Math.max(0, Math.min(height - 1.001, y * perMm - 0.5))
  const tx = fx % 1
  const ty = fy % 1
  const first = ((fy - ty) * width + fx - tx) * 4
  const below = first + width * 4
  for (let channel = 0; channel < 4; channel++) {
    const upper = byteAt(data, first + channel) * (1 - tx) + byteAt(data, first + 4 + channel) * tx
    const lower = byteAt(data, below + channel) * (1 - tx) + byteAt(data, below + 4 + channel) * tx
    into[channel] = upper * (1 - ty) + lower * ty
  }
}

/** Roughly normal, from a table that is walked in leaps; darker places have more of it, and the blue channel most. */
export function addNoise(random: Random, rgb: Uint8Array, deviation: number): void {
  const table = Float64Array.from(
    { length: 65_536 },
    () => (random() + random() + random() + random() - 2) * 1.73 * deviation,
  )
  let state = Math.floor(random() * 65_536)
  for (let place = 0; place < rgb.length; place++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const value = byteAt(rgb, place)
    const noise = at(table, state >>> 16) * (1.15 - value / 600) * (place % 3 === 2 ? 1.3 : 1)
    rgb[place] = Math.max(0, Math.min(255, value + noise + 0.5))
  }
}
