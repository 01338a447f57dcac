import PDFDocument from 'pdfkit'

/** What pdfkit has and its types do not tell; its version is pinned, and `gathering-paper.test.ts` compares the bytes. */
type Inner = {
  page: { write(chunk: Uint8Array): void }
  _font: { layoutCache: Shapes }
  _fragment(text: string, xPt: number, yPt: number, options: object): void
}
/** pdfkit's memory of how plain words are shaped. */
export type Shapes = Record<string, unknown>

/** What was drawn on each page, an operator a line, in Latin-1. */
const drawn = new WeakMap<object, string[]>()
/** The file of each document so far; whole once it is ended. */
const files = new WeakMap<object, { pieces: Uint8Array[]; isWhole: boolean }>()

function openFile(paper: object): { pieces: Uint8Array[]; isWhole: boolean } {
  const file = files.get(paper) ?? { pieces: [], isWhole: false }
  files.set(paper, file)
  return file
}

/**
 * pdfkit's document, which makes the same bytes with less work. pdfkit turns each operator and each piece of the file into an array of bytes,
 * thousands for a record, and hands the pieces on through a stream: here what is drawn stays text until its page is full, and the pieces are
 * put together once. It also shapes all words anew for each document, and each word three times to draw it.
 */
export class GatheringPaper extends PDFDocument {
  get #inner(): Inner {
    return this as unknown as Inner
  }

  /** Has the face that is chosen know how words were shaped in other documents. */
  shareShapes(shapes: Shapes): void {
    this.#inner._font.layoutCache = shapes
  }

  /** Writes a run in the face that is chosen, from its baseline; `widthPt` is what it was measured to be. */
  show(text: string, xPt: number, yPt: number, widthPt: number, shaping: { features?: [] }): void {
    const known = { baseline: 'alphabetic', textWidth: widthPt, wordCount: 1 }
    this.#inner._fragment(text, xPt, yPt, { ...known, ...shaping })
  }

  // Called while the class above is constructed, before this one has fields.
  override addContent(operator: string): this {
    const page = this.page
    const lines = drawn.get(page)
    if (lines) lines.push(operator)
    else drawn.set(page, [operator])
    return this
  }

  override flushPages(): void {
    const { start, count } = this.bufferedPageRange()
    for (let index = start; index < start + count; index += 1) {
      this.switchToPage(index)
      const lines = drawn.get(this.page)
      if (lines) this.#inner.page.write(Buffer.from(`${lines.join('\n')}\n`, 'latin1'))
      drawn.delete(this.page)
    }
    super.flushPages()
  }

  override push(piece: Uint8Array | null): boolean {
    const file = openFile(this)
    if (piece) file.pieces.push(piece)
    else file.isWhole = true
    return true
  }

  /** Ends the document, and answers all of it. */
  finish(): Uint8Array<ArrayBuffer> {
    this.end()
    const { pieces, isWhole } = openFile(this)
    if (!isWhole) throw new Error('the document lacks a part')
    return new Uint8Array(Buffer.concat(pieces))
  }
}
