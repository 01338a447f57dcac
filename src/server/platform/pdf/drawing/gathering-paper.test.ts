import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { type DocumentFace, takeStandingGlyphs } from './face-memory.ts'
import { type Face, readFontFile } from './fonts.ts'
import { GatheringPaper } from './gathering-paper.ts'

const options = {
  margin: 0,
  bufferPages: true,
  tagged: true,
  font: '',
  info: { Title: 'Łucja', CreationDate: new Date(0), ModDate: new Date(0) },
}
const hash = '0123456789abcdef'.repeat(4)
const texts: readonly (readonly [Face, string])[] = [
  ['serif', 'Two people who met online'],
  ['serif', 'fi Łucja O’Neill: 1990-04-17'],
  ['sans', 'AVATAR To Te. 1990-04-17'],
  ['sans', 'Two people again'],
  ['mono', hash],
  ['mono', '787d538c-666c-4cfa-ac33-86666e6ce204'],
  ['serif', 'Two people again'],
]
/** Written with glyphs that others have no part in, off the line too. */
const rareTexts: readonly (readonly [Face, string])[] = [
  ['sans', 'Zoë Þór'],
  ['sans', 'q\u0303 x\u0323\u0302'],
  ['mono', 'GHIJ'],
]
const standing: Partial<Record<Face, readonly string[]>> = {
  sans: [...'abcdefghijklmnopqrstuvwxyzATV .-'],
  mono: [...'0123456789abcdef-'],
}

type Paper = InstanceType<typeof PDFDocument>
type Write = (face: Face, text: string, xPt: number, yPt: number) => void

/** Two pages, drawn and gone back to, with tags, lines and words that come again; `write` writes a text from its baseline. */
function draw(paper: Paper, written: typeof texts, write: Write): void {
  const body = paper.struct('Document')
  paper.addStructure(body)
  for (const page of [0, 1]) {
    if (page > 0) paper.addPage()
    const content = paper.markStructureContent('P')
    written.forEach(([face, text], index) => {
      paper.fontSize(11.5).fillColor('#191816')
      write(face, text, 70.25, 100 + 20 * index)
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

/** Chooses a face, and prepares it once. */
function chooseFace<T extends Paper>(paper: T, prepare: (paper: T, face: Face) => void): (face: Face) => T {
  const chosen = new Set<Face>()
  return (face) => {
    if (!chosen.has(face)) paper.registerFont(face, readFontFile(face))
    paper.font(face)
    if (!chosen.has(face)) prepare(paper, face)
    chosen.add(face)
    return paper
  }
}

function drawGathering(written: typeof texts): Uint8Array {
  const paper = new GatheringPaper(options)
  const choose = chooseFace(paper, (_, face) => paper.recallFace(standing[face] ?? []))
  draw(paper, written, (face, text, xPt, yPt) => {
    choose(face).show(text, xPt, yPt, paper.widthOfString(text), {})
  })
  return paper.finish()
}

/** What pdfkit itself makes when its fonts begin with the same glyphs. */
async function drawPlain(written: typeof texts): Promise<Buffer> {
  const paper = new PDFDocument(options)
  const whole = buffer(paper)
  const choose = chooseFace(paper, (_, face) => {
    const { _font: inDocument } = paper as unknown as { _font: DocumentFace }
    if (standing[face]) takeStandingGlyphs(inDocument, standing[face])
  })
  draw(paper, written, (face, text, xPt, yPt) => {
    choose(face).text(text, xPt, yPt, { lineBreak: false, baseline: 'alphabetic' })
  })
  paper.end()
  return whole
}

describe('makes the bytes that pdfkit makes', () => {
  it('also of words, lines and fonts that other documents had', async () => {
    const expected = await drawPlain(texts)
    expect(expected.equals(drawGathering(texts))).toBe(true)
    expect(expected.equals(drawGathering(texts))).toBe(true)
  })

  it('of what stands off the line and of glyphs that no other document has, and without them afterwards', async () => {
    const rare = [...texts, ...rareTexts]
    const expected = await drawPlain(rare)
    expect(expected.equals(drawGathering(rare))).toBe(true)
    expect((await drawPlain(texts)).equals(drawGathering(texts))).toBe(true)
    expect(expected.equals(drawGathering(rare))).toBe(true)
  })

  it('of every two letters that stand beside each other in a hash', async () => {
    const letters = [...'0123456789abcdef-']
    const pairs = letters.flatMap((first) => letters.map((second) => first + second)).join('')
    const written = [['mono', pairs]] as const
    expect((await drawPlain(written)).equals(drawGathering(written))).toBe(true)
  })
})

it('has nothing of a name that another document showed', () => {
  const people = () => Buffer.from(drawGathering([['sans', 'people']]))
  const before = people()
  drawGathering([['sans', 'Zoë Þór Łucja']])
  expect(before.equals(people())).toBe(true)
})
