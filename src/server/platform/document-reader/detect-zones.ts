import { combine, findZoneLength, fitTo, hasHole, readCells } from './fit-to-cells.ts'
import {
  extendBox,
  isParallel,
  joinPieces,
  measureOffset,
  measureReach,
  moveBeside,
  project,
  turnOver,
} from './join-pieces.ts'
import type { Models } from './models.ts'
import type { Box, Picture } from './picture.ts'
import { computeSureness, readLine, type Seen } from './read-lines.ts'

/** A line of a zone is at least so many times longer than it is thick. */
const minSlenderness = 9
const maxCandidates = 12
/**
 * Lines that begin and end together: how uneven two may be, how many there may be, and how many such stacks are read.
 */
const maxUneven = 0.12
const maxEven = 4
const maxEvenStacks = 6
/** Fillers that a network trained on everything takes for something else. */
export const fillers = '<＜〈《«‹≤'
const minCharacters = 24
const fullShare = 0.85
/** The share of a stack's length from which on a line's own slope is better than that of the longest. */
const trustedShare = 0.7
const sureEnough = 0.75
const longestLine = 45
const drawnOut = [1.6, 1.25, 2]

/** The lines of a zone, and where its first one is. */
export type Zone = { lines: string[]; box: Box }

/**
 * Every machine-readable zone in a picture, whichever way up; its lines as they were read where they do not fit a
 * format.
 */
export async function detectZones(models: Models, picture: Picture, boxes: readonly Box[]): Promise<Zone[]> {
  const alphabet = getAlphabet(models)
  const read = (box: Box, stretch: number) => readLine(models, picture, box, alphabet, stretch)
  const isSlender = ({ length, thickness }: Box) => length / thickness >= minSlenderness
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
 * Lines that were found whole and, as those of a zone do, begin and end together: two or three above each other. The
 * evenest come first. What is printed beside a card is joined with none of them.
 */
function collectEvenStacks(lines: readonly Box[]): Box[][] {
  const left = lines.toSorted((a, b) => b.length - a.length)
  const stacks: Box[][] = []
  for (let box = left.shift(); box; box = left.shift()) {
    const stack = [box]
    for (let at = 0; at < left.length; ) {
      const other = left[at]
      if (other && stack.some((member) => isEvenWith(other, member))) {
        stack.push(other)
        left.splice(at, 1)
        at = 0
      } else at++
    }
    if (stack.length >= 2 && stack.length <= maxEven) stacks.push(stack)
  }
  return stacks
    .sort((a, b) => measureUnevenness(a) - measureUnevenness(b))
    .slice(0, maxEvenStacks)
    .map(reachAsOne)
}

/** Whether two lines lie above each other, begin and end together, and are as high. */
function isEvenWith(box: Box, member: Box): boolean {
  return isNear(box, member) && measureUnevenness([box, member]) < maxUneven
}

/** How far apart lines begin and end, of their length, and how they differ in height. */
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

/**
 * Lines that lie above each other as those of a zone do, each group made equally long: where only fillers are, a line
 * may have been found short.
 */
function collectStacks(candidates: readonly Box[]): Box[][] {
  const stacks: Box[][] = []
  for (const box of candidates) {
    const stack = stacks.find((members) => members.some((member) => isNear(box, member)))
    if (stack) stack.push(box)
    else stacks.push([box])
  }
  return stacks.map(reachAsOne)
}

function reachAsOne(stack: readonly Box[]): Box[] {
  const longest = stack.reduce((most, box) => (box.length > most.length ? box : most), stack[0] as Box)
  const { angle } = longest
  const reaches = stack.map((box) => measureReach(box, angle))
  const reach = {
    from: Math.min(...reaches.map(({ from }) => from)),
    to: Math.max(...reaches.map(({ to }) => to)),
  }
  return stack.map((box) => {
    const seen = measureReach(box, angle)
    // Along its own curve: a leaning card has no two quite parallel lines. What is short does not know its slope well
    // enough.
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
 * The lines of a stack from the upper one on, the way up in which its longest looks like one of a zone; none when it
 * does neither way.
 */
async function readStack([longest, ...others]: readonly Box[], read: Read): Promise<Line[]> {
  if (!longest) return []
  for (const turnBox of [(box: Box) => box, turnOver]) {
    const glimpsed = await read(turnBox(longest), 1)
    const next = others[0] && !doesLookLikeZone(glimpsed) ? await read(turnBox(others[0]), 1) : []
    if (!doesLookLikeZone(glimpsed) && !(isFullOf(glimpsed) && doesLookLikeZone(next))) continue
    const first = { box: turnBox(longest), seen: await makeSure(turnBox(longest), glimpsed, read) }
    const readTexts = (lines: readonly Line[]) => lines.map(({ seen }) => readCells(seen))
    // The second line of a zone may be without a filler.
    const all = [first, ...(await readAll(others.map(turnBox), read))].filter(
      ({ seen }) => doesLookLikeZone(seen) || isFullOf(seen),
    )
    const lines = isWholeZone(readTexts(all)) ? all : await readAll(all.map(lengthenBox), read)
    const { angle } = first.box
    return lines.sort((a, b) => project(a.box, angle).across - project(b.box, angle).across)
  }
  return []
}

/**
 * Whether lines are as long as those of a format, and as many: two of which the end was not found can be as long as the
 * three of a card.
 */
function isWholeZone(lines: readonly string[]): boolean {
  const length = findZoneLength(lines)
  return length !== null && lines.length % countLines(length) === 0
}

/** How many lines of a length a zone has (ICAO 9303-4 to -6). */
const countLines = (length: number) => (length === 30 ? 3 : 2)

type Line = { box: Box; seen: Seen[] }

async function readAll(boxes: readonly Box[], read: Read): Promise<Line[]> {
  const lines: Line[] = []
  for (const box of boxes) lines.push({ box, seen: await makeSure(box, await read(box, 1), read) })
  return lines
}

/** A line of which only the start was found, made as long as the longest of any format would be. */
function lengthenBox({ box, seen }: Line): Box {
  return extendBox(box, 0, (box.length / Math.max(1, seen.length)) * longestLine - box.length)
}

/**
 * Reads a line again, drawn out, where the network was not sure of it: it has more steps for each character then. What
 * one reading overlooked another may have seen.
 */
async function makeSure(box: Box, seen: Seen[], read: Read): Promise<Seen[]> {
  const readings = [seen]
  let best = seen
  for (const stretch of drawnOut) {
    if (measureWeakest(best) >= sureEnough && !hasHole(best)) return best
    readings.push(await read(box, stretch))
    readings.sort((a, b) => Number(hasHole(a)) - Number(hasHole(b)) || measureWeakest(b) - measureWeakest(a))
    best = combine(readings)
  }
  return best
}

/** How sure the network is of the few characters of which it is least sure: a run of fillers must not outweigh them. */
function measureWeakest(seen: readonly Seen[]): number {
  return computeSureness(seen.toSorted((a, b) => a.probability - b.probability).slice(0, 3))
}

function doesLookLikeZone(seen: readonly Seen[]): boolean {
  return countSure(seen) >= minCharacters / 2 && seen.some(({ character }) => character === '<')
}

/** Whether nearly all of a line are characters that a zone has: print in small letters is hardly any of them. */
function isFullOf(seen: readonly Seen[]): boolean {
  return seen.length >= minCharacters && countSure(seen) > fullShare * seen.length
}

const countSure = (seen: readonly Seen[]) => seen.filter(({ probability }) => probability > 0.5).length

/** Splits lines into zones: by the length of the lines a zone has two or three. */
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
