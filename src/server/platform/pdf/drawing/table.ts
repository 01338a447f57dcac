import type { Block } from '../document-content.ts'
import { colours, sheet, textWidthPt } from './paint.ts'
import { type Element, inks, type SheetWriter } from './sheet-writer.ts'

type Table = Extract<Block, { block: 'table' }>

const paddingPt = 3.5
const gutterPt = 10

/** A table whose head is repeated on every page that it reaches. A row is never cut by the end of a page. */
export function writeTable(writer: SheetWriter, parent: Element, block: Table): void {
  const { paper } = writer
  const shares = block.columns.reduce((sum, { share }) => sum + share, 0)
  let xPt: number = sheet.leftPt
  const columns = block.columns.map((column) => {
    const widthPt = (textWidthPt * column.share) / shares
    const placed = { ...column, xPt, widthPt: widthPt - gutterPt }
    xPt += widthPt
    return placed
  })
  const headHeightPt = inks.cellHead.leadingPt + 2 * paddingPt
  const drawHeadRule = () => {
    writer.yPt += headHeightPt
    writer.rule(writer.yPt, undefined, colours.quiet)
  }
  const headCell = (column: (typeof columns)[number]) =>
    writer.draw(
      writer.lines(column.heading, inks.cellHead, column.widthPt),
      inks.cellHead,
      column.xPt,
      writer.yPt + paddingPt,
    )

  const table = paper.struct('Table')
  parent.add(table)
  writer.makeRoom(headHeightPt + 2 * (inks.cell.leadingPt + 2 * paddingPt))
  const head = paper.struct('TR')
  table.add(head)
  for (const column of columns) writer.tagged(head, 'TH', () => headCell(column), { scope: 'Column' })
  drawHeadRule()

  for (const [index, cells] of block.rows.entries()) {
    const drawn = columns.map((column, at) => {
      const ink = column.style === 'mono' ? inks.cellMono : inks.cell
      return { column, ink, lines: writer.lines(cells[at] ?? '', ink, column.widthPt) }
    })
    const heightPt = Math.max(...drawn.map(({ lines, ink }) => lines.length * ink.leadingPt)) + 2 * paddingPt
    if (writer.makeRoom(heightPt)) {
      writer.artifact(() => columns.forEach(headCell))
      drawHeadRule()
    } else if (index > 0) {
      writer.rule(writer.yPt)
    }
    const row = paper.struct('TR')
    table.add(row)
    const topPt = writer.yPt + paddingPt
    for (const { column, ink, lines } of drawn) {
      writer.tagged(row, 'TD', () => writer.draw(lines, ink, column.xPt, topPt))
    }
    writer.yPt += heightPt
  }
}
