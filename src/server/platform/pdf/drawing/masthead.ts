import type { Block } from '../document-content.ts'
import { colours, sheet, textWidthPt } from './paint.ts'
import { drawQrCode } from './qr-code.ts'
import { type Element, inks, type SheetWriter } from './sheet-writer.ts'

type Masthead = Extract<Block, { block: 'masthead' }>

const qrSidePt = 78
const gapPt = 28

/** The head of the first page. */
export function writeMasthead(writer: SheetWriter, parent: Element, block: Masthead): void {
  const { paper } = writer
  const topPt = writer.yPt
  const textBox = { xPt: sheet.leftPt, widthPt: textWidthPt - qrSidePt - gapPt }
  writer.tagged(parent, 'P', () => {
    writer.draw(writer.lines(block.product, inks.brand, textBox.widthPt), inks.brand, textBox.xPt, writer.yPt)
  })
  writer.yPt += inks.brand.leadingPt + 16
  writer.flow(parent, 'H1', block.title, inks.title, textBox)
  writer.yPt += 5
  writer.flow(parent, 'P', block.subtitle, inks.subtitle, textBox)

  const qrLeftPt = sheet.leftPt + textWidthPt - qrSidePt
  writer.tagged(parent, 'Figure', () => drawQrCode(paper, block.qr.url, qrLeftPt, topPt, qrSidePt), {
    alt: block.qr.description,
    bbox: [qrLeftPt, topPt, qrLeftPt + qrSidePt, topPt + qrSidePt],
  })
  const caption = writer.lines(block.qr.caption, inks.quiet, qrSidePt)
  writer.tagged(parent, 'Caption', () => writer.draw(caption, inks.quiet, qrLeftPt, topPt + qrSidePt + 6))

  const captionEndPt = topPt + qrSidePt + 6 + caption.length * inks.quiet.leadingPt
  writer.yPt = Math.max(writer.yPt, captionEndPt) + 18
  writer.rule(writer.yPt, undefined, colours.accent, 1.2)
  writer.yPt += 14
}
