import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

/** Takes a photo with the (fake) camera through the dialog that the named button opens. */
export async function takePhoto(page: Page, buttonName: string): Promise<void> {
  await page.getByRole('button', { name: buttonName }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Capture' }).click()
  await dialog.getByRole('button', { name: 'Use Photo' }).click()
  await expect(dialog).toBeHidden()
}

export type IdFile = { name: string; mimeType: string; buffer: Buffer }

/** A picture of an identity card: real JPEG bytes, different each time. */
export async function idCard(holder: string): Promise<IdFile> {
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="1012" height="638">
    <rect width="1012" height="638" rx="32" fill="#e8ecf4"/><rect x="60" y="150" width="260" height="340" fill="#9aa7bd"/>
    <text x="60" y="100" font-size="44" font-family="sans-serif">IDENTITY CARD</text>
    <text x="380" y="240" font-size="36" font-family="sans-serif">${holder}</text>
    <text x="380" y="300" font-size="24" font-family="monospace">${Math.random().toString(36).slice(2)}</text></svg>`
  const buffer = await sharp(Buffer.from(card)).jpeg({ quality: 85 }).toBuffer()
  return { name: 'id-card.jpg', mimeType: 'image/jpeg', buffer }
}

/** A PDF with this many pages, each with a line of text and a picture, like a scanned identity card. */
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
