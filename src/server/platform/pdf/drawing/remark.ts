import type { Block } from '../document-content.ts'
import { colours, sheet, textWidthPt } from './paint.ts'
import { type Element, inks, type SheetWriter } from './sheet-writer.ts'

type Remark = Extract<Block, { block: 'remark' }>

const paddingPt = 13

/** A box that is hard to overlook, and calm. */
export function writeRemark(writer: SheetWriter, parent: Element, block: Remark): void {
  const widthPt = textWidthPt - 2 * paddingPt
  const heading = writer.lines(block.heading, inks.strong, widthPt)
  const text = writer.lines(block.text, inks.body, widthPt)
  const headingPt = heading.length * inks.strong.leadingPt
  const heightPt = headingPt + text.length * inks.body.leadingPt + 2 * paddingPt
  writer.makeRoom(heightPt)
  writer.artifact(() => {
    writer.paper.rect(sheet.leftPt, writer.yPt, textWidthPt, heightPt).fill(colours.wash)
    writer.paper.rect(sheet.leftPt, writer.yPt, 2.5, heightPt).fill(colours.accent)
  })
  const xPt = sheet.leftPt + paddingPt
  const topPt = writer.yPt + paddingPt
  writer.tagged(parent, 'P', () => writer.draw(heading, inks.strong, xPt, topPt))
  writer.tagged(parent, 'P', () => writer.draw(text, inks.body, xPt, topPt + headingPt))
  writer.yPt += heightPt
}
