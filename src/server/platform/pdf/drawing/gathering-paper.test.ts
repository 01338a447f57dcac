import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { readFontFile } from './fonts.ts'
import { GatheringPaper } from './gathering-paper.ts'

const options = {
  margin: 0,
  bufferPages: true,
  tagged: true,
  font: '',
  info: { Title: 'Łucja', CreationDate: new Date(0), ModDate: new Date(0) },
}
const texts = ['Two people who met online', 'fi Łucja O’Neill: 1990-04-17', 'Two people again']

type Paper = InstanceType<typeof PDFDocument>

/** Two pages, drawn and gone back to, with tags, lines and words that come again; `write` writes a text from its baseline. */
function draw(paper: Paper, write: (text: string, xPt: number, yPt: number) => void): void {
  paper.registerFont('serif', readFontFile('serif'))
  const body = paper.struct('Document')
  paper.addStructure(body)
  for (const page of [0, 1]) {
    if (page > 0) paper.addPage()
    const content = paper.markStructureContent('P')
    texts.forEach((text, index) => {
      paper.font('serif').fontSize(11.5).fillColor('#191816')
      write(text, 70.25, 100 + 20 * index)
    })
    paper.endMarkedContent()
    const element = paper.struct('P')
    element.add(content)
    body.add(element)
    paper.rect(10, 20.123456, 30, 40).fill('#125751')
  }
  paper.switchToPage(0)
  paper.moveTo(1, 2).lineTo(3, 4).stroke('#dfdcd4')
}

function drawGathering(shapes: Record<string, unknown>): Uint8Array {
  const paper = new GatheringPaper(options)
  draw(paper, (text, xPt, yPt) => {
    paper.shareShapes(shapes)
    paper.show(text, xPt, yPt, paper.widthOfString(text), {})
  })
  return paper.finish()
}

it('makes the bytes that pdfkit makes, also of words that other documents had', async () => {
  const plain = new PDFDocument(options)
  const whole = buffer(plain)
  draw(plain, (text, xPt, yPt) => {
    plain.text(text, xPt, yPt, { lineBreak: false, baseline: 'alphabetic' })
  })
  plain.end()
  const expected = await whole
  const shapes = Object.create(null)
  expect(expected.equals(drawGathering(shapes))).toBe(true)
  expect(Object.keys(shapes)).toContain('people ')
  expect(expected.equals(drawGathering(shapes))).toBe(true)
})
