/** The tables on which photograph-by-hand lays a document, and the light that falls on it. */
import { between, type Random } from './made-up-documents.ts'

type Vector = readonly [number, number, number]

const ease = (edge: number, width: number, at: number) => {
  const share = Math.max(0, Math.min(1, (at - edge) / width + 0.5))
  return share * share * (3 - 2 * share)
}

/** Returns smooth noise from 0 to 1 over a plane. */
function makeNoise(random: Random): (x: number, y: number) => number {
  const lattice = Float32Array.from({ length: 4096 }, random)
  const knot = (x: number, y: number) => lattice[(x * 73 + y * 1021) & 4095] as number
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [across, down] = [ease(0.5, 1, x - left), ease(0.5, 1, y - top)]
    const upper = knot(left, top) * (1 - across) + knot(left + 1, top) * across
    return upper * (1 - down) + (knot(left, top + 1) * (1 - across) + knot(left + 1, top + 1) * across) * down
  }
}

/** Each gives the colour of a table at a place in millimetres. */
export const grounds: Record<string, (random: Random) => (x: number, y: number) => Vector> = {
  planks: (random) => {
    const [noise, shade] = [makeNoise(random), between(random, 0.5, 1.1)]
    return (x, y) => {
      const plank = Math.floor(y / 85)
      const grain = noise(x * 0.02 + plank * 9, y * 0.5) * 0.35 + noise(x * 0.15, y * 3) * 0.2
      const tone = shade * (Math.abs(y - plank * 85) < 0.8 ? 0.35 : 0.65 + grain)
      return [196 * tone, 148 * tone, 102 * tone]
    }
  },
  'checked cloth': (random) => {
    const [noise, side, blue] = [makeNoise(random), between(random, 8, 20), random() < 0.5]
    return (x, y) => {
      const checks = (Math.floor(x / side) & 1) + (Math.floor(y / side) & 1)
      const weave = 0.9 + 0.1 * noise(x * 3, y * 3)
      const [plain, dyed] = [238 * weave, (232 - 75 * checks) * weave]
      return blue ? [dyed, dyed, plain] : [plain, dyed, dyed]
    }
  },
  stone: (random) => {
    const [noise, shade] = [makeNoise(random), between(random, 40, 190)]
    return (x, y) => {
      const tone = shade + 40 * noise(x * 0.1, y * 0.1) + (noise(x * 1.3, y * 1.3) > 0.78 ? 34 : 0)
      return [tone, tone, tone * 1.02]
    }
  },
  'ruled paper': (random) => {
    const noise = makeNoise(random)
    return (x, y) => {
      const isLine = Math.abs(y - Math.round(y / 8) * 8) < 0.15
      const tone = 232 + 14 * noise(x * 0.2, y * 0.2)
      return isLine ? [150, 178, 214] : [tone, tone, tone - 6]
    }
  },
}

/**
 * Makes the light of a picture: `at` gives the brightness at a pixel, and the share of white that a reflection adds;
 * `tint` is the colour of the light.
 */
export function makeLight(
  random: Random,
  has: { size: readonly [number, number]; dark: boolean; lamp: boolean; shadow: boolean; highlight: boolean },
) {
  const [width, height] = has.size
  const long = Math.max(width, height)
  const level = has.dark ? between(random, 0.45, 0.62) : between(random, 0.8, 1.02)
  // In the dark, a lamp and a shadow are weaker, so that a person can read every letter.
  const weaker = has.dark ? 0.5 : 1
  const fall = weaker * (has.lamp ? between(random, 0.3, 0.6) : between(random, 0, 0.12))
  const [lampX, lampY] = [random() * width, random() * height]
  const angle = random() * 2 * Math.PI
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [edge, soft] = [between(random, -0.2, 0.2) * long, between(random, 0.005, 0.15) * long]
  const depth = has.shadow ? weaker * between(random, 0.2, 0.45) : 0
  const [spotX, spotY, spot] = [random() * width, random() * height, between(random, 0.06, 0.16) * long]
  const shine = has.highlight ? between(random, 0.15, 0.4) : 0
  const warmth = between(random, -0.09, 0.09)
  const at = (u: number, v: number): [number, number] => {
    const lamp = 1 - fall * Math.min(1, Math.hypot(u - lampX, v - lampY) / long)
    const shadow = 1 - depth * ease(edge, soft, (u - width / 2) * cos + (v - height / 2) * sin)
    const glare = shine * Math.exp(-(((u - spotX) ** 2 + (v - spotY) ** 2) / spot ** 2))
    return [level * lamp * shadow * (1 - glare), glare]
  }
  return { at, tint: [1 + warmth, 1, 1 - warmth] as Vector }
}
