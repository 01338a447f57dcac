import type { Seen } from './read-line.ts'

/** The lengths of lines of a machine-readable zone (ICAO 9303-4 to -6). */
const lengths = [30, 36, 44]
/** How many fillers of a run may have been read too few or too many. */
const maxMissing = 6

/**
 * The characters of a line as they follow each other in equal steps: two in one step are one, and where a step has none a filler was
 * overlooked, since nothing else is as faint.
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

/** Whether a character was overlooked somewhere. */
export function hasHole(seen: readonly Seen[]): boolean {
  const { steps, pitch } = measureSteps(seen)
  return steps.some((step) => step > 1.5 * pitch)
}

/** A reading whose holes are filled with what another reading of the same line saw there. */
export function fillHoles(seen: readonly Seen[], other: readonly Seen[]): Seen[] {
  const { pitch } = measureSteps(seen)
  return seen.flatMap((character, index) => {
    const next = seen[index + 1]
    if (!next || next.at - character.at <= 1.5 * pitch) return [character]
    const [from, to] = [character.at + 0.6 * pitch, next.at - 0.6 * pitch]
    return [character, ...other.filter(({ at }) => at > from && at < to)]
  })
}

function measureSteps(seen: readonly Seen[]): { steps: number[]; pitch: number } {
  const steps = seen.slice(1).map(({ at }, index) => at - (seen[index]?.at ?? 0))
  return { steps, pitch: steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 1 }
}

/** How long the lines of a zone are, of which these are some; null when they are not of one. */
export function findZoneLength(lines: readonly string[]): number | null {
  if (lines.length === 0) return null
  const longest = Math.max(...lines.map((line) => line.length))
  const nearest = lengths.toSorted((a, b) => Math.abs(a - longest) - Math.abs(b - longest))[0] ?? 0
  return Math.abs(nearest - longest) <= maxMissing / 2 ? nearest : null
}

/** A line at the length of its zone. Only the longest run of fillers, if there is one, grows or shrinks for that; null when that is not enough. */
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
