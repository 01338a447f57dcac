import type { Models, Steps } from './models.ts'
import { type Box, cutOut, lineHeight, type Picture } from './picture.ts'

const maxWidth = 2400
/** Between the dark and the light of a line: less is noise, and more is as good as what the network was trained on. */
const noiseSpan = 12
const goodSpan = 140
/** What is less likely is not considered. */
const leastLikely = 0.01

/** A character, where it stands along the line (0 to 1), how sure the network is of it, and what it would be otherwise. */
export type Seen = {
  character: string
  at: number
  probability: number
  other: Candidate
}

type Candidate = { character: string; probability: number }

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

/** What stands in a step, nothing or a character, and what else may. Characters that an alphabet takes for one count together. */
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
