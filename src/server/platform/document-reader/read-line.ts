import type { Models, Steps } from './models.ts'
import { type Box, cutOut, type Picture } from './picture.ts'

/** The height that the network reads, in pixels. */
const lineHeight = 48
const maxWidth = 2400
/** Between the dark and the light of a line: less is noise, and more is as good as what the network was trained on. */
const noiseSpan = 12
const goodSpan = 140

/** A character, where it stands along the line (0 to 1), and how sure the network is of it. */
export type Seen = { character: string; at: number; probability: number }

/** How sure the network is of some characters, in the mean; 0 of none. */
export function computeSureness(seen: readonly Seen[]): number {
  return seen.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, seen.length)
}

/**
 * Reads a line. Characters that `alphabet` maps to nothing are not considered; without it, all that are known.
 *
 * @param stretch how many times wider than it is the line is read
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
  const steps = await models.read(withFullContrast(cutOut(picture, box, { width, height: lineHeight })))
  return decode(steps, alphabet ?? listCharacters(models))
}

/** A faint line from black to white, as the text was on which the network was trained. Its darkest and lightest hundredths are the ends. */
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

/** Of each run of steps that say the same character, one character, at the middle of the run by weight (CTC). */
function decode({ probabilities, count, classes }: Steps, alphabet: ReadonlyMap<number, string>): Seen[] {
  const seen: Seen[] = []
  let last = ''
  let [weight, moment, best] = [0, 0, 0]
  const end = () => {
    if (last) seen.push({ character: last, at: moment / weight / count, probability: best })
    ;[weight, moment, best] = [0, 0, 0]
  }
  for (let step = 0; step < count; step++) {
    const from = step * classes
    let [character, probability] = ['', probabilities[from] ?? 0]
    for (const [at, candidate] of alphabet) {
      const likely = probabilities[from + at] ?? 0
      if (at > 0 && likely > probability) [character, probability] = [candidate, likely]
    }
    if (character !== last) {
      end()
      last = character
    }
    weight += probability
    moment += probability * (step + 0.5)
    best = Math.max(best, probability)
  }
  end()
  return seen
}
