import encodeQR from 'qr'
import type { Block, Fact } from '../sealer.ts'
import {
  type Box,
  colours,
  type Element,
  fullWidth,
  type Ink,
  inks,
  type Paper,
  type SheetWriter,
  sheet,
  textWidthPt,
} from './sheet-writer.ts'

type Masthead = Extract<Block, { block: 'masthead' }>

const qrSidePt = 78
const qrGapPt = 28

export function writeMasthead(writer: SheetWriter, parent: Element, block: Masthead): void {
  const { paper } = writer
  const topPt = writer.yPt
  const textBox = { xPt: sheet.leftPt, widthPt: textWidthPt - qrSidePt - qrGapPt }
  writer.tagged(parent, 'P', () => {
    writer.draw(writer.lines(block.product, inks.brand, textBox.widthPt), inks.brand, textBox, writer.yPt)
  })
  writer.yPt += inks.brand.leadingPt + 16
  writer.flow(parent, 'H1', block.title, inks.title, textBox)
  writer.yPt += 5
  writer.flow(parent, 'P', block.subtitle, inks.subtitle, textBox)

  const qrBox = writer.mirror({ xPt: sheet.leftPt + textWidthPt - qrSidePt, widthPt: qrSidePt })
  const qrLeftPt = qrBox.xPt
  writer.tagged(parent, 'Figure', () => drawQrCode(paper, block.qr.url, qrLeftPt, topPt, qrSidePt), {
    alt: block.qr.description,
    bbox: [qrLeftPt, topPt, qrLeftPt + qrSidePt, topPt + qrSidePt],
  })
  const caption = writer.lines(block.qr.caption, inks.quiet, qrSidePt)
  const captionBox = { xPt: sheet.leftPt + textWidthPt - qrSidePt, widthPt: qrSidePt }
  writer.tagged(parent, 'Caption', () => writer.draw(caption, inks.quiet, captionBox, topPt + qrSidePt + 6))

  const captionEndPt = topPt + qrSidePt + 6 + caption.length * inks.quiet.leadingPt
  writer.yPt = Math.max(writer.yPt, captionEndPt) + 18
  writer.rule(writer.yPt, undefined, colours.accent, 1.2)
  writer.yPt += 14
}

/**
 * The narrowest border that the library draws around its modules; it is cut off, since the page is white there anyway.
 */
const libraryBorder = 1

/**
 * Draws a QR code (medium error correction) of `text` into a square, as one filled path without gaps between the
 * modules.
 */
function drawQrCode(paper: Paper, text: string, xPt: number, yPt: number, sidePt: number): void {
  const [, ...rows] = encodeQR(text, 'raw', { ecc: 'medium', border: libraryBorder })
  const count = rows.length - libraryBorder
  const modulePt = sidePt / count
  rows.slice(0, count).forEach((modules, row) => {
    for (let column = 0; column < count; column += 1) {
      const isDark = (at: number) => at < count && modules[at + libraryBorder] === true
      if (!isDark(column)) continue
      let end = column + 1
      while (isDark(end)) end += 1
      paper.rect(xPt + column * modulePt, yPt + row * modulePt, (end - column) * modulePt, modulePt)
      column = end
    }
  })
  paper.fill(colours.ink)
}

const gapPt = 28
const columnPt = (textWidthPt - gapPt) / 2

type Parties = Extract<Block, { block: 'parties' }>
type Signatures = Extract<Block, { block: 'signatures' }>

/** Writes two columns side by side: they start on the same line and on the same page. */
function writeInColumns<Item>(
  writer: SheetWriter,
  items: readonly Item[],
  heightPt: number,
  write: (item: Item, xPt: number) => void,
): void {
  writer.makeRoom(heightPt)
  const topPt = writer.yPt
  let endPt = topPt
  items.forEach((item, index) => {
    writer.yPt = topPt
    write(item, sheet.leftPt + index * (columnPt + gapPt))
    endPt = Math.max(endPt, writer.yPt)
  })
  writer.yPt = endPt
}

export function writeParties(writer: SheetWriter, parent: Element, { parties }: Parties): void {
  writeInColumns(writer, parties, 190, (party, xPt) => {
    const box = { xPt, widthPt: columnPt }
    const section = writer.paper.struct('Sect')
    parent.add(section)
    writer.flow(section, 'P', party.role, inks.brand, box)
    writer.yPt += 2
    writer.flow(section, 'H3', party.name, inks.name, box)
    writer.yPt += 5
    writeFacts(writer, section, party.rows, box, 78)
  })
}

/** The typed signatures, each above its line, with the printed name and the date below. */
export function writeSignatures(writer: SheetWriter, parent: Element, { signatures }: Signatures): void {
  const drawn = signatures.map((signature) => ({
    ...signature,
    lines: writer.lines(signature.signature, inks.signature, columnPt - 8),
  }))
  const signaturePt = Math.max(...drawn.map(({ lines }) => lines.length)) * inks.signature.leadingPt
  writeInColumns(writer, drawn, signaturePt + 62, (signature, xPt) => {
    const box = { xPt, widthPt: columnPt }
    const section = writer.paper.struct('Sect')
    parent.add(section)
    writer.flow(section, 'P', signature.role, inks.brand, box)
    writer.yPt += 10
    const heightPt = signature.lines.length * inks.signature.leadingPt
    writer.tagged(section, 'P', () =>
      writer.draw(
        signature.lines,
        inks.signature,
        { xPt: xPt + 4, widthPt: columnPt - 8 },
        writer.yPt + signaturePt - heightPt,
      ),
    )
    writer.yPt += signaturePt + 3
    writer.rule(writer.yPt, box, colours.ink, 0.7)
    writer.yPt += 4
    writer.flow(section, 'P', signature.printedName, inks.body, box)
    for (const line of signature.signedOn) writer.flow(section, 'P', line, inks.quiet, box)
  })
}

const factPaddingPt = 4

/** Labelled values, one below the other, separated by hairlines. A row is never split by a page break. */
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
      Math.max(label.length * inks.label.leadingPt, value.length * ink.leadingPt) + 2 * factPaddingPt
    const onNewPage = writer.makeRoom(heightPt)
    if (index > 0 && !onNewPage) writer.rule(writer.yPt, box)
    const row = paper.struct('TR')
    table.add(row)
    const topPt = writer.yPt + factPaddingPt
    const labelBox = { xPt: box.xPt, widthPt: labelWidthPt - 12 }
    const valueBox = { xPt: box.xPt + labelWidthPt, widthPt: box.widthPt - labelWidthPt }
    writer.tagged(row, 'TH', () => writer.draw(label, inks.label, labelBox, topPt), { scope: 'Row' })
    writer.tagged(row, 'TD', () => writer.draw(value, ink, valueBox, topPt))
    writer.yPt += heightPt
  }
}

type Remark = Extract<Block, { block: 'remark' }>

const remarkPaddingPt = 13

/** A box that is hard to overlook, but calm. */
export function writeRemark(writer: SheetWriter, parent: Element, block: Remark): void {
  const widthPt = textWidthPt - 2 * remarkPaddingPt
  const heading = writer.lines(block.heading, inks.strong, widthPt)
  const text = writer.lines(block.text, inks.body, widthPt)
  const headingPt = heading.length * inks.strong.leadingPt
  const heightPt = headingPt + text.length * inks.body.leadingPt + 2 * remarkPaddingPt
  writer.makeRoom(heightPt)
  const edge = writer.mirror({ xPt: sheet.leftPt, widthPt: 2.5 })
  writer.artifact(() => {
    writer.paper.rect(sheet.leftPt, writer.yPt, textWidthPt, heightPt).fill(colours.wash)
    writer.paper.rect(edge.xPt, writer.yPt, edge.widthPt, heightPt).fill(colours.accent)
  })
  const box = { xPt: sheet.leftPt + remarkPaddingPt, widthPt }
  const topPt = writer.yPt + remarkPaddingPt
  writer.tagged(parent, 'P', () => writer.draw(heading, inks.strong, box, topPt))
  writer.tagged(parent, 'P', () => writer.draw(text, inks.body, box, topPt + headingPt))
  writer.yPt += heightPt
}

type Table = Extract<Block, { block: 'table' }>

const cellPaddingPt = 3.5
const gutterPt = 10

/** A table whose head is repeated on each of its pages. A row is never split by a page break. */
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
  const headHeightPt = inks.cellHead.leadingPt + 2 * cellPaddingPt
  const drawHeadRule = () => {
    writer.yPt += headHeightPt
    writer.rule(writer.yPt, undefined, colours.quiet)
  }
  const headCell = (column: (typeof columns)[number]) =>
    writer.draw(
      writer.lines(column.heading, inks.cellHead, column.widthPt),
      inks.cellHead,
      column,
      writer.yPt + cellPaddingPt,
    )

  const table = paper.struct('Table')
  parent.add(table)
  writer.makeRoom(headHeightPt + 2 * (inks.cell.leadingPt + 2 * cellPaddingPt))
  const head = paper.struct('TR')
  table.add(head)
  for (const column of columns) writer.tagged(head, 'TH', () => headCell(column), { scope: 'Column' })
  drawHeadRule()

  for (const [index, cells] of block.rows.entries()) {
    const drawn = columns.map((column, at) => {
      const ink = column.style === 'mono' ? inks.cellMono : inks.cell
      return { column, ink, lines: writer.lines(cells[at] ?? '', ink, column.widthPt) }
    })
    const heightPt =
      Math.max(...drawn.map(({ lines, ink }) => lines.length * ink.leadingPt)) + 2 * cellPaddingPt
    if (writer.makeRoom(heightPt)) {
      writer.artifact(() => columns.forEach(headCell))
      drawHeadRule()
    } else if (index > 0) {
      writer.rule(writer.yPt)
    }
    const row = paper.struct('TR')
    table.add(row)
    const topPt = writer.yPt + cellPaddingPt
    for (const { column, ink, lines } of drawn) {
      writer.tagged(row, 'TD', () => writer.draw(lines, ink, column, topPt))
    }
    writer.yPt += heightPt
  }
}
