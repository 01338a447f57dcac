import { fillHoles, findZoneLength, fitTo, hasHole, readCells } from './fit-to-cells.ts'
import { isParallel, joinPieces, measureReach, placeBox, project } from './join-pieces.ts'
import type { Models } from './models.ts'
import type { Box, Picture } from './picture.ts'
import { computeSureness, readLine, type Seen } from './read-line.ts'

/** A line of a zone is at least so many times longer than it is thick. */
const minSlenderness = 9
const maxCandidates = 12
/** Fillers that a network trained on everything takes for something else. */
const fillers = '<＜〈《«‹≤'
const minCharacters = 24
/** The share of a stack's length from which on a line's own slope is better than that of the longest. */
const trustedShare = 0.7
const sureEnough = 0.75
const longestLine = 45
const drawnOut = [1.6, 1.25, 2]

/** The lines of every machine-readable zone in a picture, whichever way up; as they were read where they do not fit a format. */
export async function detectZones(
  models: Models,
  picture: Picture,
  boxes: readonly Box[],
): Promise<string[][]> {
  const alphabet = getAlphabet(models)
  const candidates = joinPieces(boxes)
    .filter(({ length, thickness }) => length / thickness >= minSlenderness)
    .slice(0, maxCandidates)
  const read = (box: Box, stretch: number) => readLine(models, picture, box, alphabet, stretch)
  const zones: string[][] = []
  for (const stack of collectStacks(candidates).filter(({ length }) => length >= 2)) {
    zones.push(...splitZones(await readStack(stack, read)))
  }
  return zones
}

const known = new WeakMap<Models, ReadonlyMap<number, string>>()

/** The numbers of the characters that a zone has. */
function getAlphabet(models: Models): ReadonlyMap<number, string> {
  const numbered = models.characters.flatMap((character, at): [number, string][] => {
    if (character !== '' && fillers.includes(character)) return [[at, '<']]
    return /^[A-Z0-9]$/.test(character) ? [[at, character]] : []
  })
  const alphabet = known.get(models) ?? new Map(numbered)
  known.set(models, alphabet)
  return alphabet
}

/** Lines that lie above each other as those of a zone do, each group made equally long: where only fillers are, a line may have been found short. */
function collectStacks(candidates: readonly Box[]): Box[][] {
  const stacks: Box[][] = []
  for (const box of candidates) {
    const stack = stacks.find((members) => members.some((member) => isNear(box, member)))
    if (stack) stack.push(box)
    else stacks.push([box])
  }
  return stacks.map((stack) => {
    const [{ angle } = { angle: 0 }] = stack
    const reaches = stack.map((box) => measureReach(box, angle))
    const reach = {
      from: Math.min(...reaches.map(({ from }) => from)),
      to: Math.max(...reaches.map(({ to }) => to)),
    }
    return stack.map((box) => {
      // Along its own slope: a leaning card has no two quite parallel lines. What is short does not know its slope well enough.
      const isLong = box.length > trustedShare * (reach.to - reach.from)
      const slope = isLong ? box.angle : angle
      const [own, seen] = [measureReach(box, slope), measureReach(box, angle)]
      const grown = { from: own.from - (seen.from - reach.from), to: own.to + (reach.to - seen.to) }
      return placeBox(grown, project(box, slope).across, box.thickness, slope)
    })
  })
}

function isNear(box: Box, member: Box): boolean {
  if (!isParallel(box, member)) return false
  const thickness = Math.max(box.thickness, member.thickness)
  if (Math.min(box.thickness, member.thickness) < thickness * 0.55) return false
  const apart = Math.abs(project(box, member.angle).across - project(member, member.angle).across)
  if (apart > 3.2 * thickness) return false
  const [a, b] = [measureReach(box, member.angle), measureReach(member, member.angle)]
  return Math.min(a.to, b.to) - Math.max(a.from, b.from) > 0.5 * Math.min(box.length, member.length)
}

/** The lines of a stack from the upper one on, the way up in which its longest looks like one of a zone; none when it does neither way. */
async function readStack(
  [longest, ...others]: readonly Box[],
  read: (box: Box, stretch: number) => Promise<Seen[]>,
): Promise<string[]> {
  if (!longest) return []
  for (const turn of [0, Math.PI]) {
    const turnBox = (box: Box) => ({ ...box, angle: box.angle + turn })
    const glimpsed = await read(turnBox(longest), 1)
    if (!doesLookLikeZone(glimpsed)) continue
    const first = { box: turnBox(longest), seen: await makeSure(turnBox(longest), glimpsed, read) }
    const readTexts = (lines: readonly Line[]) => lines.map(({ seen }) => readCells(seen))
    const all = [first, ...(await readAll(others.map(turnBox), read))].filter(({ seen }) =>
      doesLookLikeZone(seen),
    )
    const lines = isWholeZone(readTexts(all)) ? all : await readAll(all.map(lengthenBox), read)
    const { angle } = first.box
    return readTexts(lines.sort((a, b) => project(a.box, angle).across - project(b.box, angle).across))
  }
  return []
}

/** Whether lines are as long as those of a format, and as many: two of which the end was not found can be as long as the three of a card. */
function isWholeZone(lines: readonly string[]): boolean {
  const length = findZoneLength(lines)
  return length !== null && lines.length % countLines(length) === 0
}

/** How many lines of a length a zone has (ICAO 9303-4 to -6). */
const countLines = (length: number) => (length === 30 ? 3 : 2)

type Line = { box: Box; seen: Seen[] }

async function readAll(
  boxes: readonly Box[],
  read: (box: Box, stretch: number) => Promise<Seen[]>,
): Promise<Line[]> {
  const lines: Line[] = []
  for (const box of boxes) lines.push({ box, seen: await makeSure(box, await read(box, 1), read) })
  return lines
}

/** A line of which only the start was found, made as long as the longest of any format would be. */
function lengthenBox({ box, seen }: Line): Box {
  const length = (box.length / Math.max(1, seen.length)) * longestLine
  const { from } = measureReach(box, box.angle)
  return placeBox({ from, to: from + length }, project(box, box.angle).across, box.thickness, box.angle)
}

/**
 * Reads a line again, drawn out, where the network was not sure of it: it has more steps for each character then. What one reading overlooked
 * another may have seen.
 */
async function makeSure(
  box: Box,
  seen: Seen[],
  read: (box: Box, stretch: number) => Promise<Seen[]>,
): Promise<Seen[]> {
  let [best, isSure] = [seen, measureWeakest(seen) >= sureEnough]
  for (const stretch of drawnOut) {
    if (isSure && !hasHole(best)) return best
    const again = await read(box, stretch)
    const isBetter = measureWeakest(again) > measureWeakest(best) || (hasHole(best) && !hasHole(again))
    best = isBetter ? fillHoles(again, best) : fillHoles(best, again)
    isSure = true
  }
  return best
}

/** How sure the network is of the few characters of which it is least sure: a run of fillers must not outweigh them. */
function measureWeakest(seen: readonly Seen[]): number {
  return computeSureness(seen.toSorted((a, b) => a.probability - b.probability).slice(0, 3))
}

function doesLookLikeZone(seen: readonly Seen[]): boolean {
  const sure = seen.filter(({ probability }) => probability > 0.5)
  return sure.length >= minCharacters / 2 && seen.some(({ character }) => character === '<')
}

/** Splits lines into zones: by the length of the lines a zone has two or three. */
function splitZones(lines: readonly string[]): string[][] {
  const length = findZoneLength(lines.filter((line) => line.length >= minCharacters))
  if (!length) return []
  const perZone = countLines(length)
  const zones: string[][] = []
  for (let at = 0; at + perZone <= lines.length; at += perZone) {
    zones.push(lines.slice(at, at + perZone).map((line) => fitTo(line, length) ?? line))
  }
  return zones
}
