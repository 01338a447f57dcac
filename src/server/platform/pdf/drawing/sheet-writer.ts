import { LRUCache } from 'lru-cache'
import type PDFDocument from 'pdfkit'
import { type Face, faces, readFontFile, reordering, type StyleFace, shapedWhole } from './fonts.ts'
import { breakIntoLines, type Line, type Measure, type Unprintable } from './text-lines.ts'

export type Paper = InstanceType<typeof PDFDocument>

/** A4 in points, with generous margins, as for framing. */
export const sheet = {
  widthPt: 595.28,
  heightPt: 841.89,
  leftPt: 68,
  rightPt: 68,
  topPt: 68,
  bottomPt: 84,
} as const
export const textWidthPt = sheet.widthPt - sheet.leftPt - sheet.rightPt

export const colours = {
  ink: '#191816',
  quiet: '#57544d',
  accent: '#125751',
  rule: '#dfdcd4',
  wash: '#f8f7f4',
} as const

/** The shaping options for a run in this face, shared by measuring and drawing. */
function getShaping(face: Face): { features?: [] } {
  return shapedWhole.has(face) ? { features: [] } : {}
}

/** Registers every face with a document, which opens only the faces that it uses. */
export function registerFaces(paper: Paper): void {
  for (const face of faces) paper.registerFont(face, readFontFile(face))
}

function selectFace(paper: Paper, face: Face, sizePt: number): void {
  paper.font(face).fontSize(sizePt)
}

/**
 * Widths at 1 pt of recently measured texts, shared by all documents, because they contain the same words of the
 * product.
 */
const widths = new LRUCache<string, number>({ max: 5000 })

/** Measures with the same shaping as drawing, and caches the result. */
function measureOn(paper: Paper): Measure {
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

/** The parts of pdfkit that write a text. */
type TextParts = {
  _font: {
    id: string
    ref(): unknown
    /** The glyphs of a text as hexadecimal numbers, with their positions in thousandths of the size. */
    encode(text: string): [string[], Record<'xAdvance' | 'xOffset' | 'yOffset' | 'advanceWidth', number>[]]
  }
  page: { fonts: Record<string, unknown> }
}

/**
 * Draws a text in the selected face as a span with an ActualText: a reader copies and speaks it in the order of its
 * writing, whatever the order of its signs. Poppler places a span by the state of graphics at its end, so the span is
 * inside the state in which the glyphs are drawn. pdfkit can only put it around that state.
 */
function drawAsWritten(paper: Paper, text: string, sizePt: number, xPt: number, baselinePt: number): void {
  const { _font: font, page } = paper as unknown as TextParts
  page.fonts[font.id] ??= font.ref()
  const [glyphs, positions] = font.encode(text)
  // In thousandths of the size: where the glyph belongs, where the last one ended, and how high it was.
  let [origin, pen, rise] = [0, 0, 0]
  const shown = positions.map(({ xAdvance, xOffset, yOffset, advanceWidth }, at) => {
    const x = origin + xOffset
    const rises = yOffset === rise ? '' : `] TJ ${toNumber((yOffset * sizePt) / 1000)} Ts [`
    const glyph = `${rises}${toNumber(pen - x)} <${glyphs[at]}>`
    origin += xAdvance
    pen = x + advanceWidth
    rise = yOffset
    return glyph
  })
  const place = `${toNumber(xPt)} ${toNumber(sheet.heightPt - baselinePt)}`
  paper.save()
  paper.transform(1, 0, 0, -1, 0, sheet.heightPt)
  paper.markContent('Span', { actual: text })
  paper.addContent(`BT /${font.id} ${sizePt} Tf ${place} Td [${shown.join(' ')}] TJ ET`)
  paper.endMarkedContent()
  paper.restore()
}

/** As PDF writes numbers: without an exponent. */
const toNumber = (value: number) => value.toFixed(3)

export type Element = ReturnType<Paper['struct']>

/** Size, face and colour of a text. Lines are `leadingPt` apart. */
export type Ink = { face: StyleFace; sizePt: number; leadingPt: number; colour: string }

export const inks = {
  body: { face: 'sans', sizePt: 10, leadingPt: 15, colour: colours.ink },
  quoted: { face: 'serif', sizePt: 10, leadingPt: 15, colour: colours.ink },
  quiet: { face: 'sans', sizePt: 8.75, leadingPt: 13, colour: colours.quiet },
  strong: { face: 'sansBold', sizePt: 10, leadingPt: 15, colour: colours.ink },
  label: { face: 'sans', sizePt: 8.75, leadingPt: 15, colour: colours.quiet },
  mono: { face: 'mono', sizePt: 8.25, leadingPt: 15, colour: colours.ink },
  cell: { face: 'sans', sizePt: 8.75, leadingPt: 12.5, colour: colours.ink },
  cellMono: { face: 'mono', sizePt: 6.75, leadingPt: 12.5, colour: colours.ink },
  cellHead: { face: 'sansBold', sizePt: 8, leadingPt: 12.5, colour: colours.quiet },
  title: { face: 'serif', sizePt: 27, leadingPt: 33, colour: colours.ink },
  subtitle: { face: 'serifItalic', sizePt: 12, leadingPt: 17, colour: colours.quiet },
  heading2: { face: 'serifBold', sizePt: 14.5, leadingPt: 20, colour: colours.ink },
  heading3: { face: 'serifBold', sizePt: 10.5, leadingPt: 15, colour: colours.ink },
  name: { face: 'serif', sizePt: 15, leadingPt: 20, colour: colours.ink },
  signature: { face: 'serifItalic', sizePt: 19, leadingPt: 25, colour: colours.ink },
  brand: { face: 'sansBold', sizePt: 8.5, leadingPt: 12, colour: colours.accent },
} as const satisfies Record<string, Ink>

/** A part of the page's width, as in a language from left to right; `mirror` gives its place in the other ones. */
export type Box = { xPt: number; widthPt: number }
export const fullWidth: Box = { xPt: sheet.leftPt, widthPt: textWidthPt }

/** Whose words a text has: the service's, or a person's own. */
type Whose = 'service' | 'own'

/** The lines of recently written texts, shared by all documents, because two documents differ only in a few names. */
const brokenLines = new LRUCache<string, readonly Line[]>({ max: 1000 })

/** Far more than the longest texts and a shortened trail need. */
const maxPages = 150

/**
 * Writes from the top of a page to its bottom and continues on the next page, and adds the logical structure (tags) to
 * the drawing. `yPt` is the position of the next block.
 */
export class SheetWriter {
  readonly paper: Paper
  yPt: number = sheet.topPt
  /** Of the language that is being written. */
  direction: 'ltr' | 'rtl' = 'ltr'
  readonly #unprintable: Unprintable
  readonly #measure: Measure

  constructor(paper: Paper, unprintable: Unprintable) {
    this.paper = paper
    this.#unprintable = unprintable
    this.#measure = measureOn(paper)
  }

  get roomPt(): number {
    return sheet.heightPt - sheet.bottomPt - this.yPt
  }

  /** Starts a new page unless `heightPt` fits on this one. Returns true when it started a page. */
  makeRoom(heightPt: number): boolean {
    if (this.roomPt >= heightPt || this.yPt === sheet.topPt) return false
    if (this.paper.bufferedPageRange().count >= maxPages) throw new Error('the document has too many pages')
    this.paper.addPage()
    this.yPt = sheet.topPt
    return true
  }

  skip(heightPt: number): void {
    if (this.yPt > sheet.topPt) this.yPt += heightPt
  }

  /** The place of a box: in a language from right to left, the first column is on the right. */
  mirror(box: Box): Box {
    if (this.direction === 'ltr') return box
    return { ...box, xPt: sheet.leftPt + textWidthPt + sheet.rightPt - box.xPt - box.widthPt }
  }

  /** Breaks a text into lines. A person's `own` text has the direction in which it begins. */
  lines(text: string, ink: Ink, widthPt: number, whose: Whose = 'service'): readonly Line[] {
    const isTurned = this.direction === 'rtl' && whose === 'service'
    const key = `${ink.face} ${ink.sizePt} ${widthPt} ${isTurned} ${text}`
    const known = brokenLines.get(key)
    if (known) return known
    let isPrintable = true
    const unprintable: Unprintable = (grapheme) => {
      isPrintable = false
      return this.#unprintable(grapheme)
    }
    const lines = breakIntoLines(text, ink, widthPt, this.#measure, unprintable, isTurned ? 'rtl' : 'auto')
    if (isPrintable) brokenLines.set(key, lines)
    return lines
  }

  /** Draws lines downwards from `yPt`, where a line of the language begins, without page breaks and without tags. */
  draw(lines: readonly Line[], ink: Ink, box: Box, yPt: number): void {
    const place = this.mirror(box)
    writeAtOnce(this.paper, () => this.#drawAt(place, lines, ink, yPt))
  }

  #drawAt(place: Box, lines: readonly Line[], ink: Ink, yPt: number): void {
    lines.forEach((line, index) => {
      const xPt = place.xPt + (this.direction === 'rtl' ? place.widthPt - line.widthPt : 0)
      const baselinePt = yPt + index * ink.leadingPt + ink.leadingPt / 2 + ink.sizePt * 0.33
      for (const run of line.runs) {
        selectFace(this.paper, run.face, ink.sizePt)
        this.paper.fillColor(ink.colour)
        const runXPt = xPt + run.xPt
        if (reordering.has(run.face)) drawAsWritten(this.paper, run.text, ink.sizePt, runXPt, baselinePt)
        else
          this.paper.text(run.text, runXPt, baselinePt, {
            lineBreak: false,
            baseline: 'alphabetic',
            ...getShaping(run.face),
          })
      }
    })
  }

  /** Writes a tagged text that may continue on the next page, aligned to the side where its script begins. */
  flow(
    parent: Element,
    tag: string,
    text: string,
    ink: Ink,
    box: Box = fullWidth,
    whose: Whose = 'service',
  ): void {
    const lines = this.lines(text, ink, box.widthPt, whose)
    const parts = []
    // A single line at the bottom or the top of a page reads badly: the first two lines and the last two stay together.
    const fewest = (index: number) => (index === 0 || index === lines.length - 2 ? 2 : 1)
    let part = this.paper.markStructureContent(tag)
    for (const [index, line] of lines.entries()) {
      const neededPt = Math.min(fewest(index), lines.length - index) * ink.leadingPt
      if (this.roomPt < neededPt && this.yPt > sheet.topPt) {
        this.paper.endMarkedContent()
        parts.push(part)
        this.makeRoom(neededPt)
        part = this.paper.markStructureContent(tag)
      }
      // A line of the other direction is at the other side.
      const isTurned = line.isRightToLeft
        ? this.direction === 'ltr'
        : this.direction === 'rtl' && whose === 'own'
      const atEnd = { xPt: box.xPt + box.widthPt - line.widthPt, widthPt: line.widthPt }
      this.draw([line], ink, isTurned ? atEnd : box, this.yPt)
      this.yPt += ink.leadingPt
    }
    this.paper.endMarkedContent()
    parts.push(part)
    const element = this.paper.struct(tag)
    for (const content of parts) element.add(content)
    parent.add(element)
  }

  tagged(parent: Element, tag: string, draw: () => void, options: TagOptions = {}): void {
    const content = this.paper.markStructureContent(tag)
    draw()
    this.paper.endMarkedContent()
    const element = this.paper.struct(tag, options)
    element.add(content)
    parent.add(element)
  }

  /** Draws elements without meaning: rules, backgrounds, repeated heads. */
  artifact(draw: () => void): void {
    this.paper.markContent('Artifact', { type: 'Layout' })
    this.paper.save()
    draw()
    this.paper.restore()
    this.paper.endMarkedContent()
  }

  rule(yPt: number, box: Box = fullWidth, colour: string = colours.rule, thicknessPt = 0.6): void {
    const { xPt, widthPt } = this.mirror(box)
    this.artifact(() => {
      this.paper
        .moveTo(xPt, yPt)
        .lineTo(xPt + widthPt, yPt)
        .lineWidth(thicknessPt)
        .stroke(colour)
    })
  }
}

type Content = { addContent(data: string): unknown }

/**
 * Collects what is drawn on one page and writes it in one piece. pdfkit makes a buffer for each operator, and a line of
 * Arabic has one or two for each dot.
 */
function writeAtOnce(paper: Paper, draw: () => void): void {
  const content = paper as unknown as Content
  const operators: string[] = []
  content.addContent = (data) => {
    operators.push(data)
    return paper
  }
  draw()
  // The method of the class is there again.
  Reflect.deleteProperty(paper, 'addContent')
  if (operators.length > 0) content.addContent(operators.join('\n'))
}

/** `scope` is the direction of the cells that a table's head cell describes. */
type TagOptions = { alt?: string; scope?: 'Row' | 'Column'; bbox?: [number, number, number, number] }
