import type { Block } from '../document-content.ts'
import { writeFacts } from './facts.ts'
import { colours, sheet, textWidthPt } from './paint.ts'
import { type Element, inks, type SheetWriter } from './sheet-writer.ts'

const gapPt = 28
const columnPt = (textWidthPt - gapPt) / 2

type Parties = Extract<Block, { block: 'parties' }>
type Signatures = Extract<Block, { block: 'signatures' }>

/** Two columns that belong together: they start on one line and never on different pages. */
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

/** Who made the record with whom. */
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

/** The typed signatures, each above its line, with the printed name and the day below. */
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
      writer.draw(signature.lines, inks.signature, xPt + 4, writer.yPt + signaturePt - heightPt),
    )
    writer.yPt += signaturePt + 3
    writer.rule(writer.yPt, box, colours.ink, 0.7)
    writer.yPt += 4
    writer.flow(section, 'P', signature.printedName, inks.body, box)
    writer.flow(section, 'P', signature.signedOn, inks.quiet, box)
  })
}
