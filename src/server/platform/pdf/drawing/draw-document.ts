import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import {
  isEmpty,
  noValidationData,
  storeKeys,
  storeParts,
  type ValidationData,
} from '../long-term/pdf-objects.ts'
import type { Block, DocumentContent } from '../sealer.ts'
import {
  writeFacts,
  writeMasthead,
  writeParties,
  writeRemark,
  writeSignatures,
  writeTable,
} from './blocks.ts'
import {
  colours,
  type Element,
  inks,
  type Paper,
  registerFaces,
  SheetWriter,
  sheet,
  textWidthPt,
} from './sheet-writer.ts'

/** A document that would have shown boxes. `codePoints` as `U+0B95`, each once. */
export class MissingGlyphs extends Error {
  override name = 'MissingGlyphs'
  readonly codePoints: readonly string[]

  constructor(codePoints: readonly string[]) {
    super(`no font prints ${codePoints.join(' ')}`)
    this.codePoints = codePoints
  }
}

/**
 * `sealAt` is where the dictionary of its empty signature begins (`reserveSeal`). `shownByNumber` are the code points,
 * as `U+0B95`, that stand in the document by their number because no font has them.
 */
type DrawnDocument = { bytes: Uint8Array; sealAt: number; shownByNumber: readonly string[] }

/**
 * The content as a tagged PDF 1.7 whose text can be read, copied and spoken, with room for its seal. The same content
 * at the same instant gives the same pages.
 *
 * A character that no font prints is never a box: with `refuse` it is an error, with `number` its Unicode number stands
 * in its place, like [U+0B95], and a note at the end says so.
 *
 * @param chainBytes the size of the certificates that vouch for the seal's own
 * @param validation what is needed to judge the seal years later
 *
 * @throws MissingGlyphs
 */
export async function drawDocument(
  content: DocumentContent,
  at: Date,
  unprintable: 'refuse' | 'number' = 'refuse',
  chainBytes = 0,
  validation: ValidationData = noValidationData,
): Promise<DrawnDocument> {
  const missing = new Set<string>()
  const paper = new PDFDocument({
    size: [sheet.widthPt, sheet.heightPt],
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: content.language,
    displayTitle: true,
    // Instead of pdfkit's own first font, which is not used.
    font: '',
    info: {
      Title: content.title,
      Keywords: content.reference,
      Creator: content.foot,
      Producer: content.foot,
      CreationDate: at,
      ModDate: at,
    },
  })
  registerFaces(paper)
  const writer = new SheetWriter(paper, (grapheme) => {
    const numbers = [...grapheme].map(
      (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    )
    for (const number of numbers) missing.add(number)
    return `[${numbers.join(' ')}]`
  })
  const body = paper.struct('Document')
  paper.addStructure(body)
  content.blocks.forEach((block, index) => {
    writeBlock(writer, body, block, content.blocks[index + 1])
  })
  if (missing.size > 0) {
    if (unprintable === 'refuse') throw new MissingGlyphs([...missing])
    writer.skip(14)
    writer.flow(body, 'P', content.unprintableNote, inks.quiet)
  }
  writeFeet(paper, writer, content.foot)
  if (!isEmpty(validation)) writeDss(paper, validation)
  const sealAt = reserveSeal(paper, at, chainBytes)
  paper.end()
  return { bytes: new Uint8Array(await buffer(paper)), sealAt, shownByNumber: [...missing] }
}

/** Set in from both sides, to set it apart from the text around it. */
const quotationBox = { xPt: sheet.leftPt + 24, widthPt: textWidthPt - 48 }

function writeBlock(writer: SheetWriter, parent: Element, block: Block, next: Block | undefined): void {
  switch (block.block) {
    case 'masthead':
      writeMasthead(writer, parent, block)
      break
    case 'heading':
      writeHeading(writer, parent, block, next)
      break
    case 'paragraph':
      writer.flow(parent, 'P', block.text, inks[block.tone ?? 'body'])
      writer.skip(6)
      break
    case 'quotation':
      writer.flow(parent, 'BlockQuote', block.text, inks.quoted, quotationBox)
      writer.skip(6)
      break
    case 'remark':
      writer.skip(8)
      writeRemark(writer, parent, block)
      break
    case 'facts':
      writeFacts(writer, parent, block.rows)
      break
    case 'parties':
      writeParties(writer, parent, block)
      break
    case 'signatures':
      writeSignatures(writer, parent, block)
      break
    case 'table':
      writeTable(writer, parent, block)
      break
  }
}

/** How much of a block must follow its heading on the same page; a little of any other. */
const beginningPt: Partial<Record<Block['block'], number>> = { parties: 190, signatures: 100, table: 80 }

/** A heading keeps at least the beginning of what it heads on its page. */
function writeHeading(
  writer: SheetWriter,
  parent: Element,
  { text, level }: Extract<Block, { block: 'heading' }>,
  next: Block | undefined,
): void {
  const ink = level === 2 ? inks.heading2 : inks.heading3
  const abovePt = level === 2 ? 24 : 8
  const belowPt = beginningPt[next?.block ?? 'paragraph'] ?? 60
  if (!writer.makeRoom(abovePt + ink.leadingPt + belowPt)) writer.skip(abovePt)
  writer.flow(parent, `H${level}`, text, ink)
  writer.yPt += level === 2 ? 6 : 1
}

function writeFeet(paper: Paper, writer: SheetWriter, foot: string): void {
  const { count } = paper.bufferedPageRange()
  const yPt = sheet.heightPt - 52
  for (let page = 0; page < count; page += 1) {
    paper.switchToPage(page)
    writer.rule(yPt - 9, undefined, colours.rule)
    writer.artifact(() => {
      const number = writer.lines(`Page ${page + 1} of ${count}`, inks.quiet, 120)
      writer.draw(writer.lines(foot, inks.quiet, textWidthPt - 130), inks.quiet, sheet.leftPt, yPt)
      writer.draw(number, inks.quiet, sheet.leftPt + textWidthPt - (number[0]?.widthPt ?? 0), yPt)
    })
  }
}

/** Room for the signature with its own certificate and a timestamp with those of its authority. */
const reservedBytes = 12 * 1024

/** As wide as the offset of any file that fits into memory. */
const tenDigits = 9_999_999_999

/** pdfkit's support for forms; it is told that there is one without fields of its own kinds. */
type FormParts = {
  _root: { data: Record<string, unknown> }
  _acroform: { fonts: Record<string, never>; defaultFont: string }
}
type Written = { offset: number }

/**
 * Puts a signature field that shows nothing on the first page, with empty room for a PAdES signature (ETSI EN 319
 * 142-1) over the whole file. `at` becomes its /M entry, the only place where that standard wants the claimed time.
 *
 * It certifies the document with DocMDP level 1 (ISO 32000-2, 12.8.2.2): a reader calls any later change one, an
 * appended one too.
 *
 * The room grows by `chainBytes`, for the certificates that vouch for the seal's own.
 *
 * Answers where the signature's dictionary will begin in the file, in bytes.
 */
function reserveSeal(paper: Paper, at: Date, chainBytes: number): number {
  const parts = paper as unknown as FormParts
  const certifies = {
    Type: 'SigRef',
    TransformMethod: 'DocMDP',
    TransformParams: { Type: 'TransformParams', P: 1, V: '1.2' },
  }
  const signature = paper.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, tenDigits, tenDigits, tenDigits],
    Contents: new Uint8Array(reservedBytes + chainBytes),
    M: at,
    Reference: [certifies],
  })
  signature.end(null)
  paper.switchToPage(0)
  const field = paper.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    // A string and not a name: pdfkit tells them apart by this.
    T: Object('Seal'),
    V: signature,
    // Printed, as PDF/A wants it of all, and locked.
    F: 132,
    Rect: [0, 0, 0, 0],
    P: paper.page.dictionary,
  })
  field.end(null)
  paper.page.annotations.push(field)
  parts._acroform = { fonts: {}, defaultFont: 'none' }
  parts._root.data['AcroForm'] = paper.ref({ Fields: [field], SigFlags: 3, DR: { Font: {} } })
  parts._root.data['Perms'] = { DocMDP: signature }
  return (signature as unknown as Written).offset
}

type Streams = { compress: boolean }
type Catalog = { _root: { data: Record<string, unknown> } }

/**
 * Puts a document security store (ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4) into the document while it is drawn,
 * so that the seal covers it and the file has one revision. The values stand there as they are: what is DER does not
 * compress.
 */
function writeDss(paper: Paper, data: ValidationData): void {
  const store: Record<string, unknown> = { Type: 'DSS' }
  for (const part of storeParts) {
    store[storeKeys[part]] = data[part].map((value) => {
      const stream = paper.ref({})
      ;(stream as unknown as Streams).compress = false
      stream.end(Buffer.from(value))
      return stream
    })
  }
  const reference = paper.ref(store)
  reference.end(null)
  ;(paper as unknown as Catalog)._root.data['DSS'] = reference
}
