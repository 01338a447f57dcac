import type { Fact } from '../document-content.ts'
import { type Box, type Element, fullWidth, type Ink, inks, type SheetWriter } from './sheet-writer.ts'

const paddingPt = 4

/** Labelled values, one below the other, with a hair line between. A row is never cut by the end of a page. */
export function writeFacts(
  writer: SheetWriter,
  parent: Element,
  rows: readonly Fact[],
  box: Box = fullWidth,
  labelWidthPt = 132,
): void {
  const { paper } = writer
  const table = paper.struct('Table')
  parent.add(table)
  for (const [index, fact] of rows.entries()) {
    const ink: Ink = fact.style === 'mono' ? inks.mono : inks.body
    const label = writer.lines(fact.label, inks.label, labelWidthPt - 12)
    const value = writer.lines(fact.value, ink, box.widthPt - labelWidthPt)
    const heightPt =
      Math.max(label.length * inks.label.leadingPt, value.length * ink.leadingPt) + 2 * paddingPt
    const onNewPage = writer.makeRoom(heightPt)
    if (index > 0 && !onNewPage) writer.rule(writer.yPt, box)
    const row = paper.struct('TR')
    table.add(row)
    const topPt = writer.yPt + paddingPt
    writer.tagged(row, 'TH', () => writer.draw(label, inks.label, box.xPt, topPt), { scope: 'Row' })
    writer.tagged(row, 'TD', () => writer.draw(value, ink, box.xPt + labelWidthPt, topPt))
    writer.yPt += heightPt
  }
}
