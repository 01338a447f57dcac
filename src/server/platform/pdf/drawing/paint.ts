import { LRUCache } from 'lru-cache'
import { isHash } from './face-memory.ts'
import { type Face, readFontFile, shapedWhole } from './fonts.ts'
import type { GatheringPaper } from './gathering-paper.ts'
import type { Measure } from './text-lines.ts'

export type Paper = GatheringPaper

/** A4 in points, with the margins of something one would frame. */
export const sheet = {
  widthPt: 595.28,
  heightPt: 841.89,
  leftPt: 68,
  rightPt: 68,
  topPt: 68,
  bottomPt: 84,
} as const
export const textWidthPt = sheet.widthPt - sheet.leftPt - sheet.rightPt

/** The product's colours on paper (src/web/theme/theme.ts). */
export const colours = {
  ink: '#191816',
  quiet: '#57544d',
  accent: '#125751',
  rule: '#dfdcd4',
  wash: '#f8f7f4',
} as const

/** How a run in this face is shaped, the same for measuring and drawing. */
export function getShaping(face: Face): { features?: [] } {
  return shapedWhole.has(face) ? { features: [] } : {}
}

/** What nearly every record shows in these faces, English text and hashes: a font with all of it is hardly larger than one with what is shown. */
const standingTexts: Partial<Record<Face, readonly string[]>> = {
  sans: [
    ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)),
    ...'£·–’“”…',
  ],
  mono: [...'0123456789abcdef-'],
}

const registered = new WeakMap<Paper, Set<Face>>()

/** Selects a face at a size. */
export function selectFace(paper: Paper, face: Face, sizePt: number): void {
  const faces = registered.get(paper) ?? new Set()
  if (!faces.has(face)) {
    registered.set(paper, faces.add(face))
    paper.registerFont(face, readFontFile(face))
    paper.font(face).recallFace(standingTexts[face] ?? [])
  }
  paper.font(face).fontSize(sizePt)
}

/** Widths at 1 pt of what was measured last, in any document: the words of the product stand in all of them. */
const widths = new LRUCache<string, number>({ max: 5000 })

/** Measures with the very shaping that draws, and remembers what it measured. */
export function measureOn(paper: Paper): Measure {
  const measure: Measure = (text, face, sizePt) => {
    if (face === 'mono' && text.length > 1 && isHash(text)) return text.length * measure('0', face, sizePt)
    const key = `${face} ${text}`
    let perPoint = widths.get(key)
    if (perPoint === undefined) {
      selectFace(paper, face, 1)
      perPoint = paper.widthOfString(text, getShaping(face))
      widths.set(key, perPoint)
    }
    return perPoint * sizePt
  }
  return measure
}
