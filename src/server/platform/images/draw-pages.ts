import { pdfMaxPages } from '../../../domain/document/document.ts'
import type { DrawingFault } from './images.ts'
import { hasHugePicture } from './pdf-pictures.ts'
import { openPdfium, type Pdfium } from './pdfium.ts'

/** Three bytes a pixel, red first, rows from the top. */
export type Drawing = { pixels: Uint8Array; width: number; height: number }

/** Longest side of a page, in pixels: A4 at 300 dpi. */
const pageMaxSide = 3500

/** Most pixels of all pages together, where each is a square of its longest side. */
const totalMaxPixels = 2 * pageMaxSide * pageMaxSide

/** A loaded page and its size in pixels. */
type Page = { page: number; width: number; height: number }

/** Codes of public/fpdfview.h and fpdf_flatten.h. */
const errorPassword = 4
const formatBgr = 2
const usageDisplay = 0
const flattenSucceeded = 1
const flagRgb = 0x10
const white = 0xffffffff

/** The pages of a PDF below each other on white, each in the middle, from the first to the last; or why they cannot be drawn. */
export async function drawPages(file: Uint8Array): Promise<Drawing | { fault: DrawingFault }> {
  const pdfium = await openPdfium()
  try {
    const document = open(pdfium, file)
    if (typeof document !== 'number') return document
    const count = pdfium._FPDF_GetPageCount(document)
    if (count > pdfMaxPages) return { fault: 'too_many_pages' }
    const maxSide = Math.min(pageMaxSide, Math.floor(Math.sqrt(totalMaxPixels / count)))
    const pages: Page[] = []
    for (let index = 0; index < count; index++) {
      const page = measure(pdfium, load(pdfium, document, index), maxSide)
      if (!page) return { fault: 'damaged' }
      if (hasHugePicture(pdfium, page.page)) return { fault: 'too_complex' }
      pages.push(page)
    }
    return count > 0 ? draw(pdfium, pages) : { fault: 'damaged' }
  } catch {
    // PDFium ends itself where it has no memory left or finds itself in a state that cannot be.
    return { fault: 'too_complex' }
  }
}

/** The document's address, or why it does not open. It needs a table of contents that holds: one that was guessed is of a file that was cut. */
function open(pdfium: Pdfium, file: Uint8Array): number | { fault: DrawingFault } {
  const at = pdfium._malloc(file.byteLength)
  if (at === 0) return { fault: 'too_complex' }
  pdfium.HEAPU8.set(file, at)
  const document = pdfium._FPDF_LoadMemDocument(at, file.byteLength, 0)
  if (document === 0) return { fault: pdfium._FPDF_GetLastError() === errorPassword ? 'locked' : 'damaged' }
  return pdfium._FPDF_DocumentHasValidCrossReferenceTable(document) ? document : { fault: 'damaged' }
}

/** A page with the looks of its notes and form fields in it, as they would be seen; 0 when the document has no such page. */
function load(pdfium: Pdfium, document: number, index: number): number {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0 || pdfium._FPDFPage_Flatten(page, usageDisplay) !== flattenSucceeded) return page
  pdfium._FPDF_ClosePage(page)
  return pdfium._FPDF_LoadPage(document, index)
}

/** A page as large as `maxSide` admits, upright; null when the document has no such page. */
function measure(pdfium: Pdfium, page: number, maxSide: number): Page | null {
  if (page === 0) return null
  const [widthPt, heightPt] = [pdfium._FPDF_GetPageWidthF(page), pdfium._FPDF_GetPageHeightF(page)]
  if (!(widthPt > 0 && heightPt > 0 && Number.isFinite(widthPt + heightPt))) return null
  const scale = maxSide / Math.max(widthPt, heightPt)
  const [width, height] = [
    Math.max(1, Math.round(widthPt * scale)),
    Math.max(1, Math.round(heightPt * scale)),
  ]
  return { page, width, height }
}

function draw(pdfium: Pdfium, pages: readonly Page[]): Drawing {
  const width = Math.max(...pages.map((page) => page.width))
  const height = pages.reduce((sum, page) => sum + page.height, 0)
  const pixels = new Uint8Array(width * height * 3).fill(0xff)
  let top = 0
  for (const page of pages) {
    const left = (width - page.width) >> 1
    drawPage(pdfium, page, (row, rgb) => pixels.set(rgb, ((top + row) * width + left) * 3))
    top += page.height
  }
  return { pixels, width, height }
}

function drawPage(pdfium: Pdfium, page: Page, put: (row: number, rgb: Uint8Array) => void): void {
  const { width, height } = page
  const stride = width * 3
  const pixels = pdfium._malloc(stride * height)
  if (pixels === 0) throw new Error('no memory for a page')
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, formatBgr, pixels, stride)
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
  pdfium._FPDF_RenderPageBitmap(bitmap, page.page, 0, 0, width, height, 0, flagRgb)
  for (let row = 0; row < height; row++) {
    const at = pixels + row * stride
    put(row, pdfium.HEAPU8.subarray(at, at + stride))
  }
  pdfium._FPDFBitmap_Destroy(bitmap)
  pdfium._free(pixels)
}
