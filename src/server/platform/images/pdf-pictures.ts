import { imageMaxPixels } from '../../../domain/document/document.ts'
import type { Pdfium } from './pdfium.ts'

/** Codes of public/fpdf_edit.h. */
const imageType = 3
const formType = 5

/** How deep forms may lie in forms, and how many objects are looked at: what is beyond shows itself by the time that drawing takes. */
const maxDepth = 4
const maxObjects = 10_000

/** Whether a page shows a picture with more pixels than one that is uploaded by itself may have: how long that would take is no matter of luck. */
export function hasHugePicture(pdfium: Pdfium, page: number): boolean {
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
