import bidiFactory from 'bidi-js'
import LineBreaker from 'linebreak'
import { hiddenCharacter } from '../../../../domain/typed-text.ts'
import { type Face, isTurnedByShaper, pickFace, reordering, type StyleFace, shapedWhole } from './fonts.ts'
import { listSyllables } from './syllables.ts'
import { toIsolates, valueMarks } from './value-marks.ts'

/** A piece of text in one face and one direction, with its position in the line. `text` is the input for the shaper. */
export type Run = { text: string; face: Face; xPt: number; widthPt: number }

/** One line in visual order. `isRightToLeft` is the direction of its paragraph. */
export type Line = { runs: Run[]; widthPt: number; isRightToLeft: boolean }

type TextStyle = { face: StyleFace; sizePt: number }

/** The width in points of a shaped text in a face at a size. */
export type Measure = (text: string, face: Face, sizePt: number) => number

/** Called for a grapheme that no font has, and for a character that hides. The returned text is printed instead. */
export type Unprintable = (grapheme: string) => string

type Piece = { start: number; end: number; face: Face; level: number; text: string }

const leftToRight = { levels: new Uint8Array(), isRightToLeft: false }
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** English text: every face has it, it runs left to right, and it needs no lookups. */
const plain = /^[\x20-\x7e\u00a3\u00b7\u2013\u2019\u201c\u201d\u2026]*$/

/**
 * Breaks text into lines no wider than `widthPt`. Each line's runs are in visual order from left to right (UAX #9).
 * Lines break where UAX #14 allows it, and between any two graphemes when a single word is too wide; an email
 * address before its @ and its full stops. Keeps line feeds;
 * collapses other white space to one space.
 */
export function breakIntoLines(
  given: string,
  style: TextStyle,
  widthPt: number,
  measure: Measure,
  unprintable: Unprintable,
  base: Base = 'auto',
): Line[] {
  return given
    .normalize('NFC')
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .flatMap((paragraph) => breakParagraph(paragraph, { style, widthPt, measure, unprintable, base }))
}

/** The direction of a paragraph: that in which it begins, or from right to left if any of it has that direction. */
type Base = 'auto' | 'rtl'

type Setting = {
  style: TextStyle
  widthPt: number
  measure: Measure
  unprintable: Unprintable
  base: Base
}

function breakParagraph(given: string, { style, widthPt, measure, unprintable, base }: Setting): Line[] {
  // JavaScript alone treats the byte order mark as white space.
  const spaced = given.replace(/[^\S\ufeff]+/gu, ' ')
  const isPlain = plain.test(spaced)
  const marked = isPlain ? spaced : toPrintable(spaced, style, unprintable)
  if (marked.trim() === '') return [{ runs: [], widthPt: 0, isRightToLeft: false }]
  const { text, levels, isRightToLeft } = isPlain
    ? { text: marked, ...leftToRight }
    : dropMarks(marked, computeEmbeddingLevels(marked, base))
  const pieces = isPlain
    ? [{ start: 0, end: text.length, face: style.face, level: 0, text }]
    : splitPieces(text, style, levels)
  const widthBetween = (start: number, end: number) =>
    pieces.reduce((sum, piece) => {
      const [from, to] = [Math.max(start, piece.start), Math.min(end, piece.end)]
      return from < to ? sum + measure(text.slice(from, to), piece.face, style.sizePt) : sum
    }, 0)
  return listLineEnds(text, widthPt, widthBetween).map(({ start, end }) => ({
    ...orderLine(pieces, start, end, style, measure),
    isRightToLeft,
  }))
}

function toPrintable(text: string, style: TextStyle, unprintable: Unprintable): string {
  let result = ''
  for (const { segment } of graphemes.segment(text)) {
    // An emoji needs its invisible characters.
    const isEmoji = emoji.test(segment)
    for (const part of isEmoji ? [segment] : segment.split(hiddenParts).filter(Boolean)) {
      const isHidden = !isEmoji && hiddenCharacter.test(part)
      const isShown = valueMarks.has(part) || (pickFace(part, style.face) && !isHidden)
      result += isShown ? part : unprintable(part)
    }
  }
  return result
}

/** The text without the marks around values, once they have decided on its directions. */
function dropMarks(marked: string, { levels, isRightToLeft }: ReturnType<typeof computeEmbeddingLevels>) {
  const isKept = (_: unknown, at: number) => !valueMarks.has(marked[at] ?? '')
  return { text: marked.split('').filter(isKept).join(''), levels: levels.filter(isKept), isRightToLeft }
}

/** In a group, so that a split keeps the characters that hide: a record shows each by its number. */
const hiddenParts = new RegExp(`(${hiddenCharacter.source})`, 'u')

/** The text in logical order, split wherever the face or the direction changes. */
function splitPieces(text: string, style: TextStyle, levels: Uint8Array): Piece[] {
  const pieces: Piece[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    const level = levels[index] ?? 0
    const before = pieces.at(-1)
    const face = isJoint(segment, level, before) ? before.face : pickFace(segment, style.face)
    if (!face) throw new Error('a character without a font came through')
    const mirror = level % 2 === 1 ? findMirror(segment) : null
    if (before && !mirror && before.face === face && before.level === level && !isMirror(before)) {
      before.text += segment
      before.end += segment.length
    } else {
      pieces.push({ start: index, end: index + segment.length, face, level, text: mirror ?? segment })
    }
  }
  return pieces
}

/**
 * Whether a space joins two words that are shaped, or copied, together. (Some fonts have a space that fontkit cannot
 * read.)
 */
function isJoint(segment: string, level: number, before: Piece | undefined): before is Piece {
  if (segment !== ' ' || !before) return false
  return shapedWhole.has(before.face) || (reordering.has(before.face) && before.level === level)
}

function isMirror(piece: Piece): boolean {
  return piece.level % 2 === 1 && findMirror(piece.text) !== null
}

const emailAddress = /\S+@\S+/gu

function listLineEnds(
  text: string,
  widthPt: number,
  widthBetween: (start: number, end: number) => number,
): { start: number; end: number }[] {
  const ends: { start: number; end: number }[] = []
  const trimEnd = (from: number, to: number) => from + text.slice(from, to).trimEnd().length
  let start = 0
  let filledTo = 0
  let filledPt = 0
  const addresses = [...text.matchAll(emailAddress)]
  const breaker = new LineBreaker(text)
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const { position } = next
    // A hyphen in an email address is no place for a break.
    if (addresses.some(({ index, 0: address }) => index < position && position < index + address.length))
      continue
    const wordPt = widthBetween(filledTo, trimEnd(filledTo, next.position))
    if (filledTo > start && filledPt + wordPt > widthPt) {
      ends.push({ start, end: trimEnd(start, filledTo) })
      start = filledTo
      filledPt = 0
    }
    // A word wider than a line is broken between graphemes.
    if (wordPt > widthPt) {
      for (const cut of listCuts(text, start, trimEnd(start, next.position), widthPt, widthBetween)) {
        ends.push({ start, end: cut })
        start = cut
      }
      filledPt = widthBetween(start, next.position)
    } else {
      filledPt += widthBetween(filledTo, next.position)
    }
    filledTo = next.position
  }
  const end = trimEnd(start, text.length)
  if (end > start) ends.push({ start, end })
  return ends
}

function listCuts(
  text: string,
  start: number,
  end: number,
  widthPt: number,
  widthBetween: (start: number, end: number) => number,
): number[] {
  const found: number[] = []
  const word = text.slice(start, end)
  const isAddress = word.includes('@')
  let linePt = 0
  /** The place in an email address where its line would best end, and the width from there. */
  let joint = 0
  let sinceJointPt = 0
  for (const { segment, index } of listSyllables(word)) {
    // Measured piece by piece: shaped together they are hardly ever wider.
    const segmentPt = widthBetween(start + index, start + index + segment.length)
    if (isAddress && /[@.]/.test(segment) && index + 1 < word.length) {
      joint = index
      sinceJointPt = 0
    }
    if (index > 0 && linePt + segmentPt > widthPt) {
      const isAtJoint = joint > (found.at(-1) ?? start) - start
      found.push(start + (isAtJoint ? joint : index))
      linePt = isAtJoint ? sinceJointPt : 0
    }
    linePt += segmentPt
    sinceJointPt += segmentPt
  }
  return found
}

function orderLine(
  pieces: Piece[],
  start: number,
  end: number,
  style: TextStyle,
  measure: Measure,
): Omit<Line, 'isRightToLeft'> {
  const inLine = pieces.flatMap((piece): Piece[] => {
    const [from, to] = [Math.max(start, piece.start), Math.min(end, piece.end)]
    if (from >= to) return []
    const whole = from === piece.start && to === piece.end
    return [{ ...piece, text: whole ? piece.text : piece.text.slice(from - piece.start, to - piece.start) }]
  })
  const runs: Run[] = []
  let xPt = 0
  for (const piece of reorder(inLine)) {
    const text = toDrawnText(piece)
    const widthPt = measure(text, piece.face, style.sizePt)
    runs.push({ text, face: piece.face, xPt, widthPt })
    xPt += widthPt
  }
  return { runs, widthPt: xPt }
}

/**
 * Rule L2 of UAX #9 on whole pieces: from the highest level down to 1, reverse every stretch at that level or above.
 */
function reorder(pieces: Piece[]): Piece[] {
  const result = [...pieces]
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level -= 1) {
    for (let at = 0; at < result.length; at += 1) {
      if ((result[at]?.level ?? 0) < level) continue
      let end = at
      while (end < result.length && (result[end]?.level ?? 0) >= level) end += 1
      result.splice(at, end - at, ...result.slice(at, end).reverse())
      at = end
    }
  }
  return result
}

/**
 * Prepares a piece for the shaper. The shaper reverses right-to-left scripts, and with them Arabic digits, which run
 * left to right (UAX #9). When its direction is wrong, the text is reversed here first.
 */
function toDrawnText({ text, level, face }: Piece): string {
  const isTurned = shapedWhole.has(face) && isTurnedByShaper(text, face)
  if (isTurned === (level % 2 === 1)) return text
  return [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join('')
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

const bidi = bidiFactory()

/** For each class (UAX #9, table 4) with characters above U+FFFF, a character of the basic plane. */
const standIns: Readonly<Record<string, string>> = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  EN: '0',
  AN: '\u0660',
  ET: '%',
  ON: '!',
  NSM: '\u0300',
  BN: '\u00ad',
}

/**
 * The embedding level of each UTF-16 unit of a paragraph, and whether it runs right to left. bidi-js examines single
 * units and treats both halves of an emoji as Latin letters, so each such character is replaced by two characters of
 * its class first.
 */
function computeEmbeddingLevels(
  paragraph: string,
  base: Base,
): { levels: Uint8Array; isRightToLeft: boolean } {
  const inUnits = toIsolates(paragraph).replace(/[\u{10000}-\u{10ffff}]/gu, (character) =>
    (standIns[bidi.getBidiCharTypeName(character)] ?? 'a').repeat(2),
  )
  const { levels, paragraphs } = bidi.getEmbeddingLevels(
    inUnits,
    base === 'rtl' && rightToLeft.test(paragraph) ? 'rtl' : 'auto',
  )
  return { levels, isRightToLeft: paragraphs[0]?.level === 1 }
}

/** The mirrored character for an odd level (rule L4); null when it has none. */
function findMirror(character: string): string | null {
  return bidi.getMirroredCharacter(character)
}

const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[\d#*]\ufe0f?\u20e3/u
