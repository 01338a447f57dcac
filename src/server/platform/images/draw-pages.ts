import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PDFiumModule } from '@hyzyla/pdfium'
import { imageMaxPixels, pdfMaxPages } from '../../../domain/document.ts'
import type { DrawingFault } from './images.ts'

/** Three bytes per pixel, red first, rows from the top. */
export type Drawing = { pixels: Uint8Array; width: number; height: number }

/** Longest side of a page, in pixels: A4 at 300 dpi. */
const pageMaxSide = 3500

/** Limit for the pixels of all pages together, if each were a square of its longest side. */
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

/**
 * Draws the pages of a PDF below each other on white, each centred, from the first to the last; or returns the reason
 * why it can't.
 */
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
      const page = measure(pdfium, loadPage(pdfium, document, index), maxSide)
      if (!page) return { fault: 'damaged' }
      if (hasHugePicture(pdfium, page.page)) return { fault: 'too_complex' }
      pages.push(page)
    }
    return count > 0 ? draw(pdfium, pages) : { fault: 'damaged' }
  } catch {
    // PDFium aborts when it runs out of memory or reaches an impossible state.
    return { fault: 'too_complex' }
  }
}

/**
 * Opens the document and returns its address, or the fault. Requires a valid cross-reference table: a reconstructed
 * table means that the file was truncated.
 */
function open(pdfium: Pdfium, file: Uint8Array): number | { fault: DrawingFault } {
  const at = pdfium._malloc(file.byteLength)
  if (at === 0) return { fault: 'too_complex' }
  pdfium.HEAPU8.set(file, at)
  const document = pdfium._FPDF_LoadMemDocument(at, file.byteLength, 0)
  if (document === 0) return { fault: pdfium._FPDF_GetLastError() === errorPassword ? 'locked' : 'damaged' }
  return pdfium._FPDF_DocumentHasValidCrossReferenceTable(document) ? document : { fault: 'damaged' }
}

/** Loads a page with its annotations and form fields drawn into it; 0 when the document has no such page. */
function loadPage(pdfium: Pdfium, document: number, index: number): number {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0 || pdfium._FPDFPage_Flatten(page, usageDisplay) !== flattenSucceeded) return page
  pdfium._FPDF_ClosePage(page)
  return pdfium._FPDF_LoadPage(document, index)
}

/** The size of a page, upright and as large as `maxSide` allows; null when the document has no such page. */
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

/** Codes of public/fpdf_edit.h. */
const imageType = 3
const formType = 5

/**
 * Limits for nested forms and for the objects to check. Anything beyond them is caught by the time limit of drawing.
 */
const maxDepth = 4
const maxObjects = 10_000

/**
 * Whether a page shows a picture with more pixels than an uploaded picture may have: the time to draw it would be
 * unbounded.
 */
function hasHugePicture(pdfium: Pdfium, page: number): boolean {
  const size = pdfium._malloc(8)
  let left = maxObjects
  const isHuge = (object: number): boolean => {
    if (!pdfium._FPDFImageObj_GetImagePixelSize(object, size, size + 4)) return false
    const { buffer, byteOffset } = pdfium.HEAPU8
    const view = new DataView(buffer, byteOffset + size, 8)
    return view.getUint32(0, true) * view.getUint32(4, true) > imageMaxPixels
  }
  const hasHuge = (count: number, at: (index: number) => number, depth: number): boolean => {
    for (let index = 0; index < count && left > 0; index++, left--) {
      const object = at(index)
      const type = pdfium._FPDFPageObj_GetType(object)
      if (type === imageType && isHuge(object)) return true
      if (type !== formType || depth === maxDepth) continue
      const getInside = (each: number) => pdfium._FPDFFormObj_GetObject(object, each)
      if (hasHuge(pdfium._FPDFFormObj_CountObjects(object), getInside, depth + 1)) return true
    }
    return false
  }
  const found = hasHuge(
    pdfium._FPDFPage_CountObjects(page),
    (index) => pdfium._FPDFPage_GetObject(page, index),
    0,
  )
  pdfium._free(size)
  return found
}

/**
 * The functions of PDFium that drawing needs (public/fpdfview.h). Numbers are addresses in its memory; 0 means none.
 * The form functions, which enable actions and fields, are left out, and this build has neither JavaScript nor XFA.
 */
type Pdfium = {
  /** Read it again after each call: the memory may have grown and moved. */
  readonly HEAPU8: Uint8Array
  _malloc(bytes: number): number
  _free(address: number): void
  _FPDF_InitLibrary(): void
  _FPDF_LoadMemDocument(file: number, bytes: number, password: number): number
  _FPDF_GetLastError(): number
  _FPDF_DocumentHasValidCrossReferenceTable(document: number): number
  _FPDF_GetPageCount(document: number): number
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_ClosePage(page: number): void
  _FPDFPage_CountObjects(page: number): number
  _FPDFPage_GetObject(page: number, index: number): number
  _FPDFFormObj_CountObjects(form: number): number
  _FPDFFormObj_GetObject(form: number, index: number): number
  _FPDFPageObj_GetType(object: number): number
  _FPDFImageObj_GetImagePixelSize(image: number, width: number, height: number): number
  _FPDFPage_Flatten(page: number, usage: number): number
  _FPDF_GetPageWidthF(page: number): number
  _FPDF_GetPageHeightF(page: number): number
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, pixels: number, stride: number): number
  _FPDFBitmap_FillRect(
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    argb: number,
  ): void
  _FPDFBitmap_Destroy(bitmap: number): void
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void
}

/** The part of the WebAssembly interface (W3C) that is used here. Node has it, but its types lack it. */
type Imports = Record<string, Record<string, (bytes: number) => unknown>>
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>
  instantiate(code: object, imports: Imports): Promise<object>
}

/** The part of the package's loader that is used here; its own types lack some functions. */
type Load = (options: {
  print(line: string): void
  printErr(line: string): void
  instantiateWasm(imports: Imports, done: (instance: object) => void): object
}) => Promise<Pdfium>

const load = PDFiumModule as unknown as Load

/** Memory limit for drawing one file, in bytes. A page scanned in colour at 300 dpi as JPEG 2000 takes half of it. */
const maxMemoryBytes = 384 * 1024 * 1024

let compiled: Promise<object> | undefined

/**
 * Loads PDFium into its own sandbox (WebAssembly). It can reach no file, no network, and no memory except its own,
 * which is limited to `maxMemoryBytes`. Discard it after each file, so that nothing of one person's file remains for
 * the next.
 */
async function openPdfium(): Promise<Pdfium> {
  compiled ??= compile()
  const code = await compiled
  const pdfium = await load({
    print: () => {},
    printErr: () => {},
    instantiateWasm(imports, done) {
      const { env } = imports
      const grow = env?.['emscripten_resize_heap']
      if (!env || !grow) throw new Error('PDFium asks for its memory in another way')
      // The only way to get more memory. 0 means that none is left, as on a full machine.
      env['emscripten_resize_heap'] = (bytes: number) => (bytes >>> 0 > maxMemoryBytes ? 0 : grow(bytes))
      void WebAssembly.instantiate(code, imports).then(done)
      return {}
    },
  })
  pdfium._FPDF_InitLibrary()
  return pdfium
}

async function compile(): Promise<object> {
  const file = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')
  return WebAssembly.compile(await readFile(file))
}
