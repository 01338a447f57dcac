import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import {
  type DocumentFace,
  formatNumber,
  isKnownFile,
  recallFile,
  recallWords,
  takeStandingGlyphs,
  writeRun,
} from './face-memory.ts'

/** What pdfkit has and its types do not tell; its version is pinned, and `gathering-paper.test.ts` compares the bytes. */
type Inner = {
  page: { height: number; fonts: Record<string, unknown>; write(chunk: Uint8Array): void }
  _font: DocumentFace & { id: string; ref(): unknown }
  _fontSize: number
  /** How long the file is so far. */
  _offset: number
  _fragment(text: string, xPt: number, yPt: number, options: object): void
}

/** A part of the file, which ends with what it holds. */
type Part = ReturnType<InstanceType<typeof PDFDocument>['ref']> & {
  data: Record<string, unknown>
  compress: boolean
  end(content?: Uint8Array | string): void
}

/** What was drawn on each page, an operator a line, in Latin-1. */
const drawn = new WeakMap<object, string[]>()
/** The file of each document so far; whole once it is ended. */
const files = new WeakMap<object, GatheredFile>()

/** Pieces are bytes, or lines in Latin-1. */
type GatheredFile = { pieces: (Uint8Array | string[])[]; isWhole: boolean }
/** Font files, compressed. */
const compressed = new WeakMap<Uint8Array, Uint8Array>()

function openFile(paper: object): GatheredFile {
  const file = files.get(paper) ?? { pieces: [], isWhole: false }
  files.set(paper, file)
  return file
}

/**
 * pdfkit's document, which makes the same bytes with less work. pdfkit turns each operator and each piece of the file into an array of bytes,
 * thousands for a record, and hands the pieces on through a stream: here what is drawn stays text until its page is full, and the pieces are
 * put together once. It also shapes all words anew for each document, and each word three times to draw it, and makes and compresses the
 * same fonts again.
 */
export class GatheringPaper extends PDFDocument {
  get #inner(): Inner {
    return this as unknown as Inner
  }

  /** Has the face that is chosen know what other documents found out about it. `standing` is what each of them can write. */
  recallFace(standing: readonly string[]): void {
    recallWords(this.#inner._font)
    recallFile(this.#inner._font)
    if (standing.length > 0) takeStandingGlyphs(this.#inner._font, standing)
  }

  /** Writes a run in the face that is chosen, from its baseline; `widthPt` is what it was measured to be. */
  show(text: string, xPt: number, yPt: number, widthPt: number, shaping: { features?: [] }): void {
    const { page, _font: font, _fontSize: sizePt } = this.#inner
    const run = shaping.features ? null : writeRun(font, text)
    if (run === null) {
      const known = { baseline: 'alphabetic', textWidth: widthPt, wordCount: 1 }
      this.#inner._fragment(text, xPt, yPt, { ...known, ...shaping })
      return
    }
    page.fonts[font.id] ??= font.ref()
    const upright = `1 0 0 -1 0 ${formatNumber(page.height)} cm`
    const place = `1 0 0 1 ${formatNumber(xPt)} ${formatNumber(page.height - yPt)} Tm`
    this.addContent(`q\n${upright}\nBT\n${place}\n/${font.id} ${formatNumber(sizePt)} Tf\n${run}\nET\nQ`)
  }

  // Called while the class above is constructed, before this one has fields.
  override addContent(operator: string): this {
    const page = this.page
    const lines = drawn.get(page)
    if (lines) lines.push(operator)
    else drawn.set(page, [operator])
    return this
  }

  /** The font file of several documents is compressed once. */
  override ref(data?: Record<string, unknown>): Part {
    const part = super.ref(data ?? {}) as Part
    const end = part.end.bind(part)
    part.end = (content) => {
      if (!(content instanceof Uint8Array && isKnownFile(content))) return end(content)
      const packed = compressed.get(content) ?? new Uint8Array(deflateSync(content))
      compressed.set(content, packed)
      Object.assign(part.data, { Length: 0, Filter: 'FlateDecode' })
      part.compress = false
      end(packed)
    }
    return part
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

  /** Called for each line of the file that is no stream, thousands in a record; the first while the class above is constructed. */
  _write(data: Uint8Array | string): void {
    const { pieces } = openFile(this)
    const last = pieces.at(-1)
    if (typeof data !== 'string') pieces.push(data)
    else if (Array.isArray(last)) last.push(data)
    else pieces.push([data])
    ;(this as unknown as Inner)._offset += data.length + (typeof data === 'string' ? 1 : 0)
  }

  override push(piece: Uint8Array | null): boolean {
    if (piece) this._write(piece)
    else openFile(this).isWhole = true
    return true
  }

  /** Ends the document, and answers all of it. */
  finish(): Uint8Array<ArrayBuffer> {
    this.end()
    const { pieces, isWhole } = openFile(this)
    if (!isWhole) throw new Error('the document lacks a part')
    const bytes = pieces.map((piece) =>
      Array.isArray(piece) ? Buffer.from(`${piece.join('\n')}\n`, 'latin1') : piece,
    )
    return new Uint8Array(Buffer.concat(bytes))
  }
}
