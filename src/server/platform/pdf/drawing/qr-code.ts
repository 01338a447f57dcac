import encodeQR from 'qr'
import { colours, type Paper } from './paint.ts'

/** The least that the library puts around its modules; the page is white there anyway. */
const libraryBorder = 1

/** Draws a QR code (medium error correction) of `text` into a square, as one filled path without gaps between the modules. */
export function drawQrCode(paper: Paper, text: string, xPt: number, yPt: number, sidePt: number): void {
  const [, ...rows] = encodeQR(text, 'raw', { ecc: 'medium', border: libraryBorder })
  const count = rows.length - libraryBorder
  const modulePt = sidePt / count
  rows.slice(0, count).forEach((modules, row) => {
    for (let column = 0; column < count; column += 1) {
      const isDark = (at: number) => at < count && modules[at + libraryBorder] === true
      if (!isDark(column)) continue
      let end = column + 1
      while (isDark(end)) end += 1
      paper.rect(xPt + column * modulePt, yPt + row * modulePt, (end - column) * modulePt, modulePt)
      column = end
    }
  })
  paper.fill(colours.ink)
}
