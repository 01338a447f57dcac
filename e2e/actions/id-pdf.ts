import type { IdFile } from './capture.ts'

/** A PDF of so many pages with a line of text and a picture on each, as a scanner would give an identity card. */
export function idPdf(name: string, pages: number): IdFile {
  const numbers = Array.from({ length: pages }, (_, page) => page)
  const drawing = (page: number) =>
    `BT /F1 36 Tf 60 480 Td (IDENTITY CARD, page ${page + 1}) Tj ET 0.6 0.65 0.75 rg 60 120 200 300 re f`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((page) => `${4 + 2 * page} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.flatMap((page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 800 540] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * page} 0 R >>`,
      `<< /Length ${drawing(page).length} >>\nstream\n${drawing(page)}\nendstream`,
    ]),
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  const head = '%PDF-1.4\n'
  const findStart = (index: number) => head.length + objects.slice(0, index).join('').length
  const rows = objects.map((_, index) => `${String(findStart(index)).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\n`
  const file = `${head}${objects.join('')}${table}startxref\n${findStart(objects.length)}\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(file, 'latin1') }
}
