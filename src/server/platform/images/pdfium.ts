import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PDFiumModule } from '@hyzyla/pdfium'

/**
 * The functions of PDFium that drawing needs (public/fpdfview.h). Numbers are addresses in its memory; 0 is none. The form functions, with
 * which actions and fields come to life, are left out, and this build has neither JavaScript nor XFA.
 */
export type Pdfium = {
  /** Anew after each call: the memory may have grown and moved. */
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

/** The part of the WebAssembly interface (W3C) that is used here: Node has it, its types do not. */
type Imports = Record<string, Record<string, (bytes: number) => unknown>>
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>
  instantiate(code: object, imports: Imports): Promise<object>
}

/** What the package's loader takes and gives back, as far as it is used here: its own types know fewer functions. */
type Load = (options: {
  print(line: string): void
  printErr(line: string): void
  instantiateWasm(imports: Imports, done: (instance: object) => void): object
}) => Promise<Pdfium>

const load = PDFiumModule as unknown as Load

/** Most memory that drawing one file may take, in bytes. A page scanned in colour at 300 dpi as JPEG 2000 takes half of it. */
const maxMemoryBytes = 384 * 1024 * 1024

let compiled: Promise<object> | undefined

/**
 * PDFium in a sandbox of its own (WebAssembly): it reaches no file, no network, and no memory but its own, which does not grow beyond
 * `maxMemoryBytes`. Throw it away after each file, so that nothing of one person's is left when the next one's comes.
 */
export async function openPdfium(): Promise<Pdfium> {
  compiled ??= compile()
  const code = await compiled
  const pdfium = await load({
    print: () => {},
    printErr: () => {},
    instantiateWasm(imports, done) {
      const { env } = imports
      const grow = env?.['emscripten_resize_heap']
      if (!env || !grow) throw new Error('PDFium asks for its memory in another way')
      // The only way to more memory. 0 says that there is none, as a machine without any would.
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
