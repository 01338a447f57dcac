import { LRUCache } from 'lru-cache'
import type PDFDocument from 'pdfkit'
import { type Face, faces, readFontFile, shapedWhole } from './fonts.ts'
import type { Measure } from './text-lines.ts'

export type Paper = InstanceType<typeof PDFDocument>

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

/** Makes every face known to a document, which opens those that it draws with. */
export function registerFaces(paper: Paper): void {
  for (const face of faces) paper.registerFont(face, readFontFile(face))
}

/** Selects a face at a size. */
export function selectFace(paper: Paper, face: Face, sizePt: number): void {
  paper.font(face).fontSize(sizePt)
}

/** Widths at 1 pt of what was measured last, in any document: the words of the product stand in all of them. */
const widths = new LRUCache<string, number>({ max: 5000 })

/** Measures with the very shaping that draws, and remembers what it measured. */
export function measureOn(paper: Paper): Measure {
  const measure: Measure = (text, face, sizePt) => {
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
