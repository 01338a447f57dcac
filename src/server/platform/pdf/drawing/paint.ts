import { LRUCache } from 'lru-cache'
import { type Face, readFontFile, shapedWhole } from './fonts.ts'
import type { GatheringPaper, Shapes } from './gathering-paper.ts'
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

const registered = new WeakMap<Paper, Set<Face>>()

/** Enough for the words of every consent text and label. Words that people typed come and go with the rest. */
const rememberedShapes = 3000
const shapes = new Map<Face, Shapes>()

/** How words were shaped in a face, in any document: two differ in a few names only. Forgotten when there are too many. */
function recallShapes(face: Face): Shapes {
  const known = shapes.get(face)
  if (known && Object.keys(known).length < rememberedShapes) return known
  const none: Shapes = Object.create(null)
  shapes.set(face, none)
  return none
}

/** Selects a face at a size. */
export function selectFace(paper: Paper, face: Face, sizePt: number): void {
  const faces = registered.get(paper) ?? new Set()
  if (!faces.has(face)) {
    registered.set(paper, faces.add(face))
    paper.registerFont(face, readFontFile(face))
    paper.font(face).shareShapes(recallShapes(face))
  }
  paper.font(face).fontSize(sizePt)
}

/** Widths at 1 pt of what was measured last, in any document: the words of the product stand in all of them. */
const widths = new LRUCache<string, number>({ max: 5000 })

/** Measures with the very shaping that draws, and remembers what it measured. */
export function measureOn(paper: Paper): Measure {
  return (text, face, sizePt) => {
    const key = `${face} ${text}`
    let perPoint = widths.get(key)
    if (perPoint === undefined) {
      selectFace(paper, face, 1)
      perPoint = paper.widthOfString(text, getShaping(face))
      widths.set(key, perPoint)
    }
    return perPoint * sizePt
  }
}
