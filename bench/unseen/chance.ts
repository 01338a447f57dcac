/** What is left to chance, and how likely it is. */

/** Numbers from 0 to 1, as a seeded source gives them. */
export type Random = () => number

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T

export const between = (random: Random, low: number, high: number): number => low + random() * (high - low)

/** In a pattern A is a letter, 9 a digit, X either (the ones that Germany uses), and what stands in brackets stays. */
export const drawNumber = (random: Random, pattern: string) =>
  pattern.replace(/\[(\w+)\]|A|9|X/g, (sign, kept?: string) => {
    if (kept) return kept
    if (sign === '9') return `${Math.floor(random() * 10)}`
    return pick(random, [...(sign === 'A' ? 'ABCDEFGHJKLMNPRSTUVWXYZ' : 'CFGHJKLMNPRTVWXYZ0123456789')])
  })

/** How likely each condition is, for each picture. */
export const likelihoods = {
  standing: 0.3,
  slanted: 0.4,
  far: 0.35,
  tilted: 0.35,
  dim: 0.2,
  'uneven light': 0.3,
  tinted: 0.3,
  shadow: 0.3,
  defocused: 0.25,
  shaken: 0.2,
  noisy: 0.3,
  film: 0.25,
  screen: 0.1,
  bent: 0.25,
  fingers: 0.25,
  'low quality': 0.35,
}
export type Condition = keyof typeof likelihoods
