import { LRUCache } from 'lru-cache'

/** A shaped text; offsets and advances in thousandths of the size. */
type Shaped = { positions: readonly Position[] }
type Position = { xAdvance: number; advanceWidth: number; xOffset: number; yOffset: number }

/** A face in one document. pdfkit's types do not tell of it; its version is pinned, and `gathering-paper.test.ts` compares the bytes. */
export type DocumentFace = {
  /** The parsed face, the same in every document. */
  font: { post: { isFixedPitch: number } }
  /** Which glyphs the document has, each at its place. */
  subset: { glyphs: number[]; includeGlyph(id: number): number; encode(): Uint8Array }
  /** By place. */
  widths: number[]
  /** By place: the characters that a glyph stands for. */
  unicode: number[][]
  layoutRun(text: string): Shaped
  layoutCached(text: string): Shaped
  /** The places of the glyphs of a text, in four hexadecimal digits each. */
  encode(text: string): [string[], readonly Position[]]
}

type Standing = { glyphs: number[]; widths: number[]; unicode: number[][] }
type FaceMemory = {
  words: LRUCache<string, Shaped>
  operators: LRUCache<string, string>
  standing: Standing | null
  files: LRUCache<string, Uint8Array>
}

/** Hashes and identifiers, which no other document has; letter by letter in a face where all letters are alike wide. */
const hashText = /^[\da-f-]+$/

const memories = new WeakMap<object, FaceMemory>()
const knownFiles = new WeakSet<Uint8Array>()

export function isHash(text: string): boolean {
  return hashText.test(text)
}

/** Whether this is a font file that was made once for several documents. */
export function isKnownFile(file: Uint8Array): boolean {
  return knownFiles.has(file)
}

function recall({ font }: DocumentFace): FaceMemory {
  let memory = memories.get(font)
  if (!memory) {
    // Enough for the words and lines of every consent text and label. Those that people typed come and go with the rest.
    memory = {
      words: new LRUCache({ max: 3000 }),
      operators: new LRUCache({ max: 1000 }),
      standing: null,
      files: new LRUCache({ max: 8 }),
    }
    memories.set(font, memory)
  }
  return memory
}

/** Has a face that a document takes know how words were shaped in other documents: two differ in a few names only. */
export function recallWords(face: DocumentFace): void {
  const { words } = recall(face)
  face.layoutCached = (text) => {
    const known = words.get(text)
    if (known) return known
    const shaped = face.layoutRun(text)
    words.set(text, shaped)
    return shaped
  }
}

/** Has a face make the font file of the same glyphs at the same places once. */
export function recallFile(face: DocumentFace): void {
  const { files } = recall(face)
  const { subset } = face
  const encode = subset.encode.bind(subset)
  subset.encode = () => {
    const glyphs = subset.glyphs.join(' ')
    const file = files.get(glyphs) ?? encode()
    files.set(glyphs, file)
    knownFiles.add(file)
    return file
  }
}

/**
 * Gives a face of a document the glyphs of these texts, each at the place that it has in every document: what `writeRun` wrote of them is the
 * same in all of them, and so is the font file of a document whose text needs no others.
 */
export function takeStandingGlyphs(face: DocumentFace, texts: readonly string[]): void {
  const memory = recall(face)
  if (memory.standing) {
    const { glyphs, widths, unicode } = memory.standing
    for (const glyph of glyphs) face.subset.includeGlyph(glyph)
    face.widths = [...widths]
    face.unicode = [...unicode]
    return
  }
  for (const text of texts) face.encode(text)
  memory.standing = {
    glyphs: [...face.subset.glyphs],
    widths: [...face.widths],
    unicode: [...face.unicode],
  }
}

/** The operator that shows a text in a face, wherever it stands; null when some of its glyphs are off the line. */
export function writeRun(face: DocumentFace, text: string): string | null {
  const { operators, standing } = recall(face)
  if (face.font.post.isFixedPitch && isHash(text)) return writeHash(face, text)
  const known = operators.get(text)
  if (known) return known
  const [places, positions] = face.encode(text)
  if (positions.some(({ xOffset, yOffset }) => xOffset !== 0 || yOffset !== 0)) return null
  const operator = joinPlaces(places, positions)
  const isStanding = places.every((place) => Number.parseInt(place, 16) < (standing?.glyphs.length ?? 0))
  if (isStanding) operators.set(text, operator)
  return operator
}

function writeHash(face: DocumentFace, text: string): string {
  return `[<${Array.from(text, (letter) => face.encode(letter)[0].join('')).join('')}> 0] TJ`
}

/** Cut wherever two glyphs stand closer or wider than they are. */
function joinPlaces(places: readonly string[], positions: readonly Position[]): string {
  const cuts: string[] = []
  let begun = 0
  positions.forEach(({ xAdvance, advanceWidth }, index) => {
    const isLast = index === positions.length - 1
    if (xAdvance === advanceWidth && !isLast) return
    cuts.push(`<${places.slice(begun, index + 1).join('')}> ${formatNumber(advanceWidth - xAdvance)}`)
    begun = index + 1
  })
  return `[${cuts.join(' ')}] TJ`
}

/** As pdfkit writes a number. */
export function formatNumber(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
