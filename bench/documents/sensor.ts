import type { Seeded } from './seeded.ts'

/** What a sensor adds: each value a little off. */
export function addNoise(pixels: Buffer, random: Seeded): Buffer {
  const steps = Int8Array.from({ length: 65_537 }, () => {
    const sum = random.next() + random.next() + random.next() - 1.5
    return Math.round(sum * 9)
  })
  for (let at = 0, step = 0; at < pixels.length; at += 1) {
    if (++step === steps.length) step = 0
    pixels[at] = clamp((pixels[at] ?? 0) + (steps[step] ?? 0))
  }
  return pixels
}

/** A hand that moved in some direction while the shutter was open: each pixel is the mean of those along the way. */
export function moveWhileOpen(pixels: Buffer, width: number, random: Seeded): Buffer {
  const [way, direction] = [random.whole(4, 11), random.between(0, Math.PI)]
  const offsets = Array.from({ length: way }, (_, at) => {
    const off = at - way / 2
    return (Math.round(Math.sin(direction) * off) * width + Math.round(Math.cos(direction) * off)) * 3
  })
  const out = Buffer.alloc(pixels.length)
  for (let at = 0; at < pixels.length; at++) {
    let sum = 0
    for (const offset of offsets) sum += pixels[at + offset] ?? pixels[at] ?? 0
    out[at] = sum / way
  }
  return out
}

/** What the grid of a screen and that of a sensor make together: stripes, of another width in each colour. */
export function addMoire(pixels: Buffer, width: number, random: Seeded): void {
  const height = pixels.length / 3 / width
  const strength = random.between(0.05, 0.14)
  for (const colour of [0, 1, 2]) {
    const waves = [random.between(5, 14), random.between(40, 160)].map((length) => {
      const direction = random.between(0, Math.PI)
      const turn = (2 * Math.PI) / length
      return { x: Math.cos(direction) * turn, y: Math.sin(direction) * turn }
    })
    const tables = waves.map(({ x, y }) => ({
      along: Float32Array.from({ length: width * 2 }, (_, at) =>
        at % 2 ? Math.sin((at >> 1) * x) : Math.cos((at >> 1) * x),
      ),
      y,
    }))
    for (let row = 0; row < height; row++) {
      const turns = tables.map(({ along, y }) => ({ along, cos: Math.cos(row * y), sin: Math.sin(row * y) }))
      for (let column = 0; column < width; column++) {
        let wave = 0
        for (const { along, cos, sin } of turns) {
          wave += (along[column * 2] ?? 0) * cos - (along[column * 2 + 1] ?? 0) * sin
        }
        const at = (row * width + column) * 3 + colour
        pixels[at] = clamp((pixels[at] ?? 0) * (1 + (strength * wave) / 2))
      }
    }
  }
}

function clamp(value: number): number {
  return value < 0 ? 0 : Math.min(value, 255)
}
