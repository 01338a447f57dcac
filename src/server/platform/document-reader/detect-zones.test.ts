import { describe, expect, it } from 'vitest'
import { detectZones } from './detect-zones.ts'
import type { Models } from './models.ts'
import type { Box } from './picture.ts'
import { readPrint } from './read-print.ts'

const card = [
  'IDPOLEA48151623<<<<<<<<<<<<<<<',
  '9004171F3105205POL<<<<<<<<<<<0',
  'NOWAK<<LUCJA<<<<<<<<<<<<<<<<<<',
]
const passport = [
  'P<POLNOWAK<<LUCJA<<<<<<<<<<<<<<<<<<<<<<<<<<<',
  'EA48151623POL9004171F3105205<<<<<<<<<<<<<<00',
]
const band = 40

/** A picture with a line of text in each band, whose brightness tells `models` which one it is; and their boxes. */
function drawLines(texts: readonly string[]) {
  const [width, height] = [1200, band * texts.length]
  const pixels = new Uint8Array(width * height * 3)
  for (const at of texts.keys()) pixels.fill(at, at * band * width * 3, (at + 1) * band * width * 3)
  const boxes = texts.map((_, at) => toBox(at))
  return { picture: { pixels, width, height }, boxes }
}

const toBox = (line: number, more: Partial<Box> = {}): Box => ({
  x: 600,
  y: (line + 0.5) * band,
  length: 1000,
  thickness: 30,
  angle: 0,
  ...more,
})

const characters = ['', ...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<abcdefghijklmnopqrstuvwxyz']

/** Networks that read the lines of `drawLines`, and count the lines that they read. */
function readingModels(texts: readonly string[]): Models & { count: number } {
  const models = {
    count: 0,
    characters,
    locate: () => Promise.reject(new Error('not asked')),
    look: () => Promise.reject(new Error('not asked')),
    read({ pixels }: { pixels: Uint8Array }) {
      models.count++
      const text = texts[pixels[Math.floor(pixels.length / 2)] ?? 0] ?? ''
      const probabilities = new Float32Array(2 * text.length * characters.length)
      for (const [at, character] of [...text].entries()) {
        probabilities[2 * at * characters.length + characters.indexOf(character)] = 0.99
        probabilities[(2 * at + 1) * characters.length] = 0.99
      }
      return Promise.resolve({ probabilities, count: 2 * text.length, classes: characters.length })
    },
  }
  return models
}

describe('the lines of a zone (READING-2)', () => {
  it.each([['a card', card] as const, ['a passport', passport] as const])(
    'are one zone, also when one of them was detected twice: %s',
    async (_, texts) => {
      const { picture, boxes } = drawLines(texts)
      const detect = async (more: Box[]) =>
        (await detectZones(readingModels(texts), picture, [...boxes, ...more])).map(({ lines }) => lines)
      expect(await detect([])).toEqual([texts])
      for (const line of texts.keys()) {
        expect(await detect([toBox(line)])).toEqual([texts])
        expect(
          await detect([toBox(line, { y: (line + 0.5) * band + 4, length: 980, thickness: 27 })]),
        ).toEqual([texts])
        expect(await detect([toBox(line, { x: 560, length: 900 })])).toEqual([texts])
      }
    },
  )
})

describe('a page of dense text (READING-14)', () => {
  const texts = Array.from({ length: 250 }, () => 'eachofthemwouldhaveheard')
  it('costs few readings, however many lines it has', async () => {
    const { picture, boxes } = drawLines(texts)
    for (const count of [30, 250]) {
      const models = readingModels(texts)
      expect(await detectZones(models, picture, boxes.slice(0, count))).toEqual([])
      await readPrint(models, picture, boxes.slice(0, count))
      expect(models.count).toBeLessThan(100)
    }
  })
  it('has lines that are longer than those of a document, which are not read', async () => {
    const { picture, boxes } = drawLines(texts)
    const long = boxes.map((box) => ({ ...box, thickness: 12 }))
    const models = readingModels(texts)
    expect(await detectZones(models, picture, long)).toEqual([])
    expect(await readPrint(models, picture, long)).toEqual([])
    expect(models.count).toBe(0)
  })
})
