import type { Seen } from './read-lines.ts'

/** The lengths of lines of a machine-readable zone (ICAO 9303-4 to -6). */
const lengths = [30, 36, 44]
/** How many fillers of a run may be missing or superfluous. */
const maxMissing = 6
/** A filler wins from this share of a K's likelihood: a zone has many more fillers than the network's training text. */
const fillerShare = 0.4

/**
 * Reads a line as characters at equal steps. Two characters in one step become the likelier one, and an empty step
 * becomes a filler, since nothing else is as faint.
 */
export function readCells(seen: readonly Seen[]): string {
  const { pitch } = measureSteps(seen)
  let line = ''
  let [last, likely] = [Number.NEGATIVE_INFINITY, 0]
  for (const { character, at, probability } of seen) {
    const step = line === '' ? 1 : Math.round((at - last) / pitch)
    if (step < 1) {
      if (probability > likely) line = line.slice(0, -1) + character
    } else {
      line += '<'.repeat(Math.min(step - 1, 44)) + character
    }
    if (step >= 1 || probability > likely) [last, likely] = [at, probability]
  }
  return line
}

/** Whether a character is missing somewhere. */
export function hasHole(seen: readonly Seen[]): boolean {
  const { steps, pitch } = measureSteps(seen)
  return steps.some((step) => step > 1.5 * pitch)
}

/** Fills the gaps of a reading with the characters of another reading of the same line. */
function fillHoles(seen: Seen[], other: Seen[]): Seen[] {
  const { pitch } = measureSteps(seen)
  return seen.flatMap((character, index) => {
    const next = seen[index + 1]
    if (!next || next.at - character.at <= 1.5 * pitch) return [character]
    const [from, to] = [character.at + 0.6 * pitch, next.at - 0.6 * pitch]
    return [character, ...other.filter(({ at }) => at > from && at < to)]
  })
}

/**
 * Combines several readings of a line: for each character of the first, the one with the most confidence over all
 * readings, with its mean confidence. Characters that the first missed come from the others.
 */
export function combine([first, ...others]: readonly Seen[][]): Seen[] {
  if (!first) return []
  const whole = others.reduce(fillHoles, first)
  const { pitch } = measureSteps(whole)
  return whole.map((cell) => {
    const votes = new Map<string, number>()
    const vote = ({ character, probability }: { character: string; probability: number }) =>
      votes.set(character, (votes.get(character) ?? 0) + probability)
    const readings = [first, ...others].map((seen) => findNearest(seen, cell.at))
    for (const seen of readings) {
      if (!seen || Math.abs(seen.at - cell.at) > 0.5 * pitch) continue
      vote(seen)
      if (seen.other.character) vote(seen.other)
    }
    const [best = [cell.character, cell.probability], second = ['', 0] as const] = [...votes].sort(
      (a, b) => b[1] - a[1],
    )
    const isFiller = best[0] === 'K' && second[0] === '<' && second[1] > fillerShare * best[1]
    const [one, other] = isFiller ? [second, best] : [best, second]
    return { at: cell.at, ...toCandidate(one, readings.length), other: toCandidate(other, readings.length) }
  })
}

const toCandidate = ([character, votes]: readonly [string, number], readings: number) => ({
  character,
  probability: votes / readings,
})

function findNearest(seen: readonly Seen[], at: number): Seen | undefined {
  return seen.reduce<Seen | undefined>(
    (nearest, one) => (nearest && Math.abs(nearest.at - at) <= Math.abs(one.at - at) ? nearest : one),
    undefined,
  )
}

function measureSteps(seen: readonly Seen[]): { steps: number[]; pitch: number } {
  const steps = seen.slice(1).map(({ at }, index) => at - (seen[index]?.at ?? 0))
  return { steps, pitch: steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 1 }
}

/** The length of lines in the zone that these lines are part of; null when they don't fit any. */
export function findZoneLength(lines: readonly string[]): number | null {
  if (lines.length === 0) return null
  const longest = Math.max(...lines.map((line) => line.length))
  const nearest = lengths.toSorted((a, b) => Math.abs(a - longest) - Math.abs(b - longest))[0] ?? 0
  return Math.abs(nearest - longest) <= maxMissing / 2 ? nearest : null
}

/**
 * Fits a line to its zone's length by lengthening or shortening only its longest run of fillers; null when that isn't
 * enough.
 */
export function fitTo(line: string, length: number): string | null {
  const missing = length - line.length
  if (missing === 0) return line
  const runs = [...line.matchAll(/<{2,}/g)].sort((a, b) => b[0].length - a[0].length)
  const [run] = runs
  if (!run || Math.abs(missing) > Math.max(maxMissing, run[0].length) || run[0].length + missing < 1)
    return null
  return (
    line.slice(0, run.index) + '<'.repeat(run[0].length + missing) + line.slice(run.index + run[0].length)
  )
}
