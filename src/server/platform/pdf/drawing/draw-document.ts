import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { type LanguageTag, languages } from '../../../../domain/language.ts'
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

/** The document would contain boxes for missing glyphs. `codePoints` lists each missing one once, such as `U+0B95`. */
export class MissingGlyphs extends Error {
  override name = 'MissingGlyphs'
  readonly codePoints: readonly string[]

  constructor(codePoints: readonly string[]) {
    super(`no font prints ${codePoints.join(' ')}`)
    this.codePoints = codePoints
  }
}

/**
 * `sealAt` is the offset of the dictionary of the empty signature (`reserveSeal`). `shownByNumber` lists the code
 * points, such as `U+0B95`, that the document shows by number because no font has them.
 */
type DrawnDocument = { bytes: Uint8Array; sealAt: number; shownByNumber: readonly string[] }

/**
 * Draws the content as a tagged PDF 1.7 whose text can be read, copied and spoken, with room for its seal. The same
 * content at the same instant gives the same pages.
 *
 * A character that no font has never becomes a box: with `refuse` it is an error; with `number` its Unicode number
 * replaces it, such as [U+0B95], and a note at the end explains that.
 *
 * @param chainBytes the size of the certificates above the seal's own
 * @param validation the data to validate the seal years later
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
    lang: tagOf(content.language),
    displayTitle: true,
    // Prevents pdfkit from loading its default font, which isn't used.
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
  writer.direction = languages[content.language].direction
  content.blocks.forEach((_, index) => {
    writeInLanguage(writer, body, content, index)
  })
  if (missing.size > 0) {
    if (unprintable === 'refuse') throw new MissingGlyphs([...missing])
    writer.skip(14)
    writer.flow(body, 'P', content.unprintableNote, inks.quiet)
  }
  writeFeet(paper, writer, content)
  if (!isEmpty(validation)) writeDss(paper, validation)
  const sealAt = reserveSeal(paper, at, chainBytes)
  paper.end()
  return { bytes: new Uint8Array(await buffer(paper)), sealAt, shownByNumber: [...missing] }
}

/** BCP 47: English is British. */
const tagOf = (language: LanguageTag) => (language === 'en' ? 'en-GB' : language)

/** Writes a block, inside an element that names its language where that isn't the document's. */
function writeInLanguage(
  writer: SheetWriter,
  body: Element,
  { blocks, language: own }: DocumentContent,
  index: number,
): void {
  const block = blocks[index]
  if (!block) return
  const { language = own } = block
  if (language === own) {
    writeBlock(writer, body, block, blocks[index + 1])
    return
  }
  const part = writer.paper.struct('Div', { lang: tagOf(language) })
  body.add(part)
  writer.direction = languages[language].direction
  writeBlock(writer, part, block, blocks[index + 1])
  writer.direction = languages[own].direction
}

/** Indented on both sides, to separate it from the text around it. */
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
      writer.flow(parent, 'BlockQuote', block.text, inks.quoted, quotationBox, 'own')
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
      writer.skip(8)
      break
    case 'table':
      writeTable(writer, parent, block)
      break
  }
}

/** The height of a block that must follow its heading on the same page; other blocks need less. */
const beginningPt: Partial<Record<Block['block'], number>> = { parties: 190, signatures: 100, table: 80 }

/** The height of the short paragraph between a heading and what it stays above. */
const between = 40

/** Writes a heading, and keeps it on the same page as at least the beginning of its content. */
function writeHeading(
  writer: SheetWriter,
  parent: Element,
  { text, level, above }: Extract<Block, { block: 'heading' }>,
  next: Block | undefined,
): void {
  const ink = level === 2 ? inks.heading2 : inks.heading3
  const abovePt = level === 2 ? 24 : 8
  const belowPt = above
    ? between + (beginningPt[above] ?? 0)
    : (beginningPt[next?.block ?? 'paragraph'] ?? 60)
  if (!writer.makeRoom(abovePt + ink.leadingPt + belowPt)) writer.skip(abovePt)
  writer.flow(parent, `H${level}`, text, ink)
  writer.yPt += level === 2 ? 6 : 1
}

function writeFeet(paper: Paper, writer: SheetWriter, { foot, page: pageOf }: DocumentContent): void {
  const { count } = paper.bufferedPageRange()
  const yPt = sheet.heightPt - 52
  for (let page = 0; page < count; page += 1) {
    paper.switchToPage(page)
    writer.rule(yPt - 9, undefined, colours.rule)
    writer.artifact(() => {
      const text = pageOf.replace('{page}', String(page + 1)).replace('{count}', String(count))
      const number = writer.lines(text, inks.quiet, 120)
      const numberPt = number[0]?.widthPt ?? 0
      const footBox = { xPt: sheet.leftPt, widthPt: textWidthPt - 130 }
      writer.draw(writer.lines(foot, inks.quiet, footBox.widthPt), inks.quiet, footBox, yPt)
      writer.draw(number, inks.quiet, { xPt: sheet.leftPt + textWidthPt - numberPt, widthPt: numberPt }, yPt)
    })
  }
}

/** Room for the signature with its own certificate, and a timestamp with those of its authority. */
const reservedBytes = 12 * 1024

/** As wide as the offset of any file that fits into memory. */
const tenDigits = 9_999_999_999

/** The parts of pdfkit's form support that are set here: a form without pdfkit's own kinds of fields. */
type FormParts = {
  _root: { data: Record<string, unknown> }
  _acroform: { fonts: Record<string, never>; defaultFont: string }
}
type Written = { offset: number }

/**
 * Adds an invisible signature field to the first page, with room for a PAdES signature (ETSI EN 319 142-1) over the
 * whole file. `at` becomes its /M entry, the only place where that standard allows the claimed time.
 *
 * The signature certifies the document with DocMDP level 1 (ISO 32000-2, 12.8.2.2): readers report any later change,
 * including an appended one.
 *
 * The room grows by `chainBytes`, for the certificates above the seal's own.
 *
 * Returns the offset of the signature's dictionary in the file, in bytes.
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
    // A String object, because pdfkit would write a primitive as a name.
    T: Object('Seal'),
    V: signature,
    // Print and Locked; PDF/A requires Print for all annotations.
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
 * Adds a document security store (ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4) while the document is drawn, so that
 * the seal covers it and the file has one revision. The values are stored uncompressed, since DER doesn't compress.
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
