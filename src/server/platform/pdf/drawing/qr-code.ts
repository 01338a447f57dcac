import qrcode from 'qrcode-generator'
import { colours, type Paper } from './paint.ts'

/** Draws a QR code (medium error correction) of `text` into a square, as one filled path without gaps between the modules. */
export function drawQrCode(paper: Paper, text: string, xPt: number, yPt: number, sidePt: number): void {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const modulePt = sidePt / count
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (!code.isDark(row, column)) continue
      let end = column + 1
      while (end < count && code.isDark(row, end)) end += 1
      paper.rect(xPt + column * modulePt, yPt + row * modulePt, (end - column) * modulePt, modulePt)
      column = end
    }
  }
  paper.fill(colours.ink)
}
