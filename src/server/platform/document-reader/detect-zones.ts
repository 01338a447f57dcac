import { combine, findZoneLength, fitTo, hasHole, readCells } from './fit-to-cells.ts'
import {
  extendBox,
  flipBox,
  isParallel,
  joinPieces,
  measureOffset,
  measureReach,
  moveBeside,
  project,
} from './join-pieces.ts'
import type { Models } from './models.ts'
import type { Box, Picture } from './picture.ts'
import { computeConfidence, readLine, type Seen } from './read-lines.ts'

/** The least and the greatest length of a zone's line, in thicknesses: 44 characters are at most this long. */
const minSlenderness = 9
export const maxSlenderness = 60
const maxCandidates = 12
/**
 * For lines that begin and end together: the greatest unevenness of two of them, the most lines in a stack, and the
 * most stacks to read.
 */
const maxUneven = 0.12
const maxEven = 4
const maxEvenStacks = 6
/** Characters that a general-purpose network reads in place of a filler. */
export const fillers = '<＜〈《«‹≤'
const minCharacters = 24
const fullShare = 0.85
/** Two boxes nearer than this, in thicknesses, show one line. */
const maxDoubleOffset = 0.4
/** Above this share of the stack's length, a line's own slope is used instead of the longest line's. */
const trustedShare = 0.7
const minConfidence = 0.75
const longestLine = 45
const drawnOut = [1.6, 1.25, 2]

/** The lines of a zone, and the box of its first line. */
export type Zone = { lines: string[]; box: Box }

/**
 * Finds every machine-readable zone in a picture, upright or upside down. Lines that don't fit a format are returned as
 * read.
 */
export async function detectZones(models: Models, picture: Picture, boxes: readonly Box[]): Promise<Zone[]> {
  const alphabet = getAlphabet(models)
  const read = (box: Box, stretch: number) => readLine(models, picture, box, alphabet, stretch)
  const isSlender = ({ length, thickness }: Box) =>
    length >= minSlenderness * thickness && length <= maxSlenderness * thickness
  const even = collectEvenStacks(boxes.filter(isSlender))
  const zones = await readZones(even, read)
  if (zones.length > 0) return zones
  return readZones(collectStacks(joinPieces(boxes).filter(isSlender).slice(0, maxCandidates)), read)
}

async function readZones(stacks: readonly Box[][], read: Read): Promise<Zone[]> {
  const zones: Zone[] = []
  for (const stack of stacks.filter(({ length }) => length >= 2)) {
    zones.push(...splitZones(await readStack(stack, read)))
  }
  return zones
}

/**
 * Groups lines that were detected whole and begin and end together, two to four above each other, as in a zone. Returns
 * the evenest first. Print beside a card isn't joined to any of them.
 */
function collectEvenStacks(lines: readonly Box[]): Box[][] {
  const left = lines.toSorted((a, b) => b.length - a.length)
  const stacks: Box[][] = []
  for (let box = left.shift(); box; box = left.shift()) {
    const stack = [box]
    for (const member of stack) {
      for (let at = left.length - 1; at >= 0; at--) {
        const other = left[at]
        if (other && isEvenWith(other, member)) stack.push(...left.splice(at, 1))
      }
    }
    const own = dropDoubles(stack)
    if (own.length >= 2 && own.length <= maxEven) stacks.push(own)
  }
  return stacks
    .sort((a, b) => measureUnevenness(a) - measureUnevenness(b))
    .slice(0, maxEvenStacks)
    .map(alignEnds)
}

/** Whether two lines are above each other, begin and end together, and have similar heights. */
function isEvenWith(box: Box, member: Box): boolean {
  return isNear(box, member) && measureUnevenness([box, member]) < maxUneven
}

/** The distance between the ends of lines as a share of their length, plus the difference of their heights. */
function measureUnevenness([first, ...others]: readonly Box[]): number {
  if (!first) return 0
  const own = measureReach(first, first.angle)
  const each = others.map((box) => {
    const reach = measureReach(box, first.angle)
    const ends = Math.abs(reach.from - own.from) + Math.abs(reach.to - own.to)
    return ends / first.length + Math.abs(Math.log(box.thickness / first.thickness)) / 4
  })
  return Math.max(...each)
}

type Read = (box: Box, stretch: number) => Promise<Seen[]>

const known = new WeakMap<Models, ReadonlyMap<number, string>>()

/** The indices of the characters that can occur in a zone. */
function getAlphabet(models: Models): ReadonlyMap<number, string> {
  const numbered = models.characters.flatMap((character, at): [number, string][] => {
    if (character !== '' && fillers.includes(character)) return [[at, '<']]
    return /^[A-Z0-9]$/.test(character) ? [[at, character]] : []
  })
  const alphabet = known.get(models) ?? new Map(numbered)
  known.set(models, alphabet)
  return alphabet
}

/**
 * Groups lines that are above each other as in a zone, and gives each group one length: a line of mostly fillers may
 * have been detected too short.
 */
function collectStacks(candidates: readonly Box[]): Box[][] {
  const stacks: Box[][] = []
  for (const box of candidates) {
    const stack = stacks.find((members) => members.some((member) => isNear(box, member)))
    if (stack) stack.push(box)
    else stacks.push([box])
  }
  return stacks.map((stack) => alignEnds(dropDoubles(stack)))
}

/** The lines without those that were detected twice: the longer of two at the same height stays. */
function dropDoubles(stack: readonly Box[]): Box[] {
  const kept: Box[] = []
  for (const box of stack.toSorted((a, b) => b.length - a.length)) {
    const isDouble = (line: Box) => {
      const [own, other] = [measureReach(box, line.angle), measureReach(line, line.angle)]
      return (
        Math.abs(measureOffset(line, box)) < maxDoubleOffset * line.thickness &&
        own.from < other.to &&
        own.to > other.from
      )
    }
    if (!kept.some(isDouble)) kept.push(box)
  }
  return kept
}

function alignEnds(stack: readonly Box[]): Box[] {
  const longest = stack.reduce((most, box) => (box.length > most.length ? box : most), stack[0] as Box)
  const { angle } = longest
  const reaches = stack.map((box) => measureReach(box, angle))
  const reach = {
    from: Math.min(...reaches.map(({ from }) => from)),
    to: Math.max(...reaches.map(({ to }) => to)),
  }
  return stack.map((box) => {
    const seen = measureReach(box, angle)
    // Extends along the line's own curve, since perspective leaves no two lines of a card parallel. The slope of a
    // short line isn't precise enough.
    const isLong = box.length > trustedShare * (reach.to - reach.from)
    const shape = isLong
      ? box
      : { ...moveBeside(longest, box), x: box.x, y: box.y, curve: longest.curve ?? 0 }
    const grown = { ...shape, length: box.length, thickness: box.thickness }
    return extendBox(grown, seen.from - reach.from, reach.to - seen.to)
  })
}

function isNear(box: Box, member: Box): boolean {
  if (!isParallel(box, moveBeside(member, box))) return false
  const thickness = Math.max(box.thickness, member.thickness)
  if (Math.min(box.thickness, member.thickness) < thickness * 0.55) return false
  if (Math.abs(measureOffset(member, box)) > 3.2 * thickness) return false
  const [a, b] = [measureReach(box, member.angle), measureReach(member, member.angle)]
  return Math.min(a.to, b.to) - Math.max(a.from, b.from) > 0.5 * Math.min(box.length, member.length)
}

/**
 * Reads the lines of a stack from the top, in the orientation in which the longest line looks like a zone's; empty when
 * neither does.
 */
async function readStack([longest, ...others]: readonly Box[], read: Read): Promise<Line[]> {
  if (!longest) return []
  for (const orient of [(box: Box) => box, flipBox]) {
    const firstReading = await read(orient(longest), 1)
    const next = others[0] && !doesLookLikeZone(firstReading) ? await read(orient(others[0]), 1) : []
    if (!doesLookLikeZone(firstReading) && !(isFullOf(firstReading) && doesLookLikeZone(next))) continue
    const first = { box: orient(longest), seen: await rereadIfUncertain(orient(longest), firstReading, read) }
    const readTexts = (lines: readonly Line[]) => lines.map(({ seen }) => readCells(seen))
    // The second line of a zone may have no filler.
    const all = [first, ...(await readAll(others.map(orient), read))].filter(
      ({ seen }) => doesLookLikeZone(seen) || isFullOf(seen),
    )
    const lines = isWholeZone(readTexts(all)) ? all : await readAll(all.map(lengthenBox), read)
    const { angle } = first.box
    return lines.sort((a, b) => project(a.box, angle).across - project(b.box, angle).across)
  }
  return []
}

/**
 * Whether lines match a format in length and number. Two lines whose end wasn't found can be as long as the three lines
 * of a card.
 */
function isWholeZone(lines: readonly string[]): boolean {
  const length = findZoneLength(lines)
  return length !== null && lines.length % countLines(length) === 0
}

/** The number of lines in a zone whose lines have this length (ICAO 9303-4 to -6). */
const countLines = (length: number) => (length === 30 ? 3 : 2)

type Line = { box: Box; seen: Seen[] }

async function readAll(boxes: readonly Box[], read: Read): Promise<Line[]> {
  const lines: Line[] = []
  for (const box of boxes) lines.push({ box, seen: await rereadIfUncertain(box, await read(box, 1), read) })
  return lines
}

/** Extends a line whose end wasn't found to the length of the longest format. */
function lengthenBox({ box, seen }: Line): Box {
  return extendBox(box, 0, (box.length / Math.max(1, seen.length)) * longestLine - box.length)
}

/**
 * Reads an uncertain line again, stretched, which gives the network more steps per character, and combines the
 * readings: one may have seen characters that another missed.
 */
async function rereadIfUncertain(box: Box, seen: Seen[], read: Read): Promise<Seen[]> {
  const readings = [seen]
  let best = seen
  for (const stretch of drawnOut) {
    if (measureWeakest(best) >= minConfidence && !hasHole(best)) return best
    readings.push(await read(box, stretch))
    readings.sort((a, b) => Number(hasHole(a)) - Number(hasHole(b)) || measureWeakest(b) - measureWeakest(a))
    best = combine(readings)
  }
  return best
}

/** The network's mean confidence in its three least certain characters: a run of fillers must not outweigh them. */
function measureWeakest(seen: readonly Seen[]): number {
  return computeConfidence(seen.toSorted((a, b) => a.probability - b.probability).slice(0, 3))
}

function doesLookLikeZone(seen: readonly Seen[]): boolean {
  return countSure(seen) >= minCharacters / 2 && seen.some(({ character }) => character === '<')
}

/** Whether nearly all characters of a line can occur in a zone: lowercase print has few of them. */
function isFullOf(seen: readonly Seen[]): boolean {
  return seen.length >= minCharacters && countSure(seen) > fullShare * seen.length
}

const countSure = (seen: readonly Seen[]) => seen.filter(({ probability }) => probability > 0.5).length

/** Splits lines into zones of two or three lines, depending on their length. */
function splitZones(read: readonly Line[]): Zone[] {
  const lines = read.map(({ box, seen }) => ({ box, text: readCells(seen) }))
  const length = findZoneLength(lines.map(({ text }) => text).filter((text) => text.length >= minCharacters))
  if (!length) return []
  const perZone = countLines(length)
  const zones: Zone[] = []
  for (let at = 0; at + perZone <= lines.length; at += perZone) {
    const own = lines.slice(at, at + perZone)
    const [{ box } = { box: null }] = own
    if (box) zones.push({ lines: own.map(({ text }) => fitTo(text, length) ?? text), box })
  }
  return zones
}
