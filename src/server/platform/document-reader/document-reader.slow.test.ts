import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { judge, readContent } from '../../../domain/identity-document/verdict.ts'
import { type IdentityDocument, pictureOfDocument, withDrawings } from '../../testing/sample-files.ts'
import { silentLogger } from '../../testing/silent-logger.ts'
import { createDocumentReader } from './index.ts'

const day = '2026-03-11'
const claims = { fullName: 'Łucja Nowak', dateOfBirth: '1990-04-17' }
const reader = createDocumentReader({ logger: silentLogger, maxMs: 60_000 })
afterAll(() => reader.close())

const readOutcome = async (name: IdentityDocument) => judged(await pictureOfDocument(name))

async function judged(picture: Uint8Array) {
  const sighting = await reader.scan(picture, day)
  return sighting && judge(readContent(sighting, day), claims, day)
}

/** Adds lines of print to the left and right of a picture. */
async function layOnNewspaper(picture: Uint8Array): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  const [size, room] = [Math.round(height / 26), Math.round(width / 2)]
  const words = 'each of them would have heard the river in March while others asked '.repeat(3)
  const column = Array.from(
    { length: Math.ceil(height / size / 1.1) },
    (_, at) => `<text y="${(at + 1) * size * 1.1}">${words.slice(at % 30)}</text>`,
  )
  const print = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${room}" height="${height}"><rect width="100%" height="100%" fill="#e6e2d8"/><g font-size="${size}">${column.join('')}</g></svg>`,
  )
  return withDrawings(() =>
    sharp(picture)
      .extend({ left: room, right: room })
      .composite([
        { input: print, left: 0, top: 0 },
        { input: print, left: room + width, top: 0 },
      ])
      .jpeg()
      .toBuffer(),
  )
}

/** Rotates the rows by 8 degrees, and the bars by 3 degrees the other way. */
const lean = (picture: Uint8Array): Promise<Buffer> =>
  sharp(picture).affine([1, -0.05, 0.14, 1], { background: '#7a5a3c' }).jpeg().toBuffer()

/** As taken in a dim room, on a table, with noise. */
async function addNoise(picture: Uint8Array): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .extend({ top: 300, bottom: 300, left: 300, right: 300, background: '#7a5a3c' })
    .linear(0.5, 0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  let state = 1
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) + ((state >>> 24) - 128) / 6))
  }
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } }).jpeg().toBuffer()
}

/** Bends a picture like a page that isn't pressed flat: its middle is higher than its ends, by a share of its width. */
async function bend(picture: Uint8Array, share: number): Promise<Buffer> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const bent = Buffer.alloc(data.length, 120)
  for (let x = 0; x < width; x++) {
    const rise = Math.round(share * width * Math.sin((Math.PI * x) / width))
    for (let y = 0; y < height - rise; y++) {
      data.copy(
        bent,
        (y * width + x) * channels,
        ((y + rise) * width + x) * channels,
        ((y + rise) * width + x + 1) * channels,
      )
    }
  }
  return sharp(bent, { raw: { width, height, channels } }).jpeg().toBuffer()
}

/** Places a picture small on a large table: its letters are 12 pixels high. */
async function layFarAway(picture: Uint8Array, width: number): Promise<Buffer> {
  const small = await sharp(picture).resize({ width }).toBuffer()
  return sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#7a5a3c' } })
    .composite([{ input: small, left: 2300, top: 700 }])
    .jpeg()
    .toBuffer()
}

describe('a picture of a document (READING-2)', () => {
  it.each([
    ['passport', 'passport', 'lines', 'POL'],
    ['identity-card', 'identity_card', 'lines', 'POL'],
    ['larger-identity-card', 'identity_card', 'lines', 'POL'],
    ['us-licence', 'driving_licence', 'barcode', 'USA'],
    ['uk-licence', 'driving_licence', 'print', 'GBR'],
  ] as const)('is read: %s', async (name, kind, readFrom, issuingState) => {
    expect(await readOutcome(name)).toEqual({
      outcome: 'read',
      kind,
      readFrom,
      issuingState,
      ageOver18: true,
      nameAgrees: true,
      birthDateAgrees: true,
      knownUntil: '2027-03-11',
    })
  })
  it.each([
    ['us-licence', 90],
    ['us-licence', 270],
    ['us-licence', 30],
    ['us-licence', -40],
    ['identity-card', 30],
  ] as const)('is read when rotated: %s by %i degrees', async (name, degrees) => {
    const turned = await sharp(await pictureOfDocument(name))
      .rotate(degrees, { background: '#7a5a3c' })
      .jpeg()
      .toBuffer()
    expect(await judged(turned)).toMatchObject({ outcome: 'read', birthDateAgrees: true })
  })
  it.each(['identity-card', 'larger-identity-card'] as const)(
    'is read on a newspaper whose lines are level with those of its zone: %s',
    async (name) => {
      expect(await judged(await layOnNewspaper(await pictureOfDocument(name)))).toMatchObject({
        outcome: 'read',
        birthDateAgrees: true,
      })
    },
  )
  it.each(['passport', 'larger-identity-card'] as const)(
    'is read with a newspaper beside it, and refused when its print is from another document (READING-19): %s',
    async (name) => {
      const laid = await layOnNewspaper(await pictureOfDocument(name))
      expect(await judged(laid)).toMatchObject({ outcome: 'read', birthDateAgrees: true })
      const forged = await layOnNewspaper(await pictureOfDocument('passport-with-the-print-of-another'))
      expect(await judged(forged)).toMatchObject({ outcome: 'specimen', ageOver18: null })
    },
  )
  it.each([
    ['seen from a side', async (picture: Uint8Array) => lean(picture)],
    ['in noise', async (picture: Uint8Array) => addNoise(picture)],
    ['on a newspaper', async (picture: Uint8Array) => layOnNewspaper(picture)],
  ] as const)('is read by its barcode %s', async (_, take) => {
    expect(await judged(await take(await pictureOfDocument('us-licence')))).toMatchObject({
      outcome: 'read',
      birthDateAgrees: true,
    })
  })
  it.each([0.02, 0.03])('is read when its page is bent by %f of its width', async (share) => {
    expect(await judged(await bend(await pictureOfDocument('passport'), share))).toMatchObject({
      outcome: 'read',
      birthDateAgrees: true,
    })
  })
  it('is read when it is small in a large picture', async () => {
    expect(await judged(await layFarAway(await pictureOfDocument('identity-card'), 440))).toMatchObject({
      outcome: 'read',
      birthDateAgrees: true,
    })
  })
  it('gives its age, but no name, when its zone is legible and its print is too small (READING-19)', async () => {
    expect(await judged(await layFarAway(await pictureOfDocument('passport'), 640))).toMatchObject({
      outcome: 'name_differs',
      ageOver18: true,
      nameAgrees: null,
      birthDateAgrees: true,
    })
  })
  it('is refused with two documents', async () => {
    expect(await readOutcome('two-passports')).toMatchObject({ outcome: 'two_documents', ageOver18: null })
  })
  it('is refused with two documents of different kinds, whichever is better readable', async () => {
    const [upper, lower] = await Promise.all([pictureOfDocument('passport'), pictureOfDocument('us-licence')])
    const { width = 0, height = 0 } = await sharp(upper).metadata()
    const together = await sharp(upper)
      .extend({ bottom: height })
      .composite([
        {
          input: await sharp(lower).resize(width, height, { fit: 'contain' }).toBuffer(),
          left: 0,
          top: height,
        },
      ])
      .jpeg()
      .toBuffer()
    expect(await judged(together)).toMatchObject({ outcome: 'two_documents', ageOver18: null })
  })
})

describe('a picture with only the lines of a document', () => {
  /** The bottom of the passport, as high as its two lines. */
  const zone = { left: 60, top: 790, width: 1250, height: 150 }
  it('is not a document: two lines typed in an editor (READING-18)', async () => {
    const lines = await sharp(await pictureOfDocument('passport'))
      .extract(zone)
      .toBuffer()
    const typed = await sharp({ create: { width: 1400, height: 600, channels: 3, background: '#ffffff' } })
      .composite([{ input: lines, left: 75, top: 200 }])
      .jpeg()
      .toBuffer()
    expect((await reader.scan(typed, day))?.zones).toHaveLength(1)
    expect(await judged(typed)).toMatchObject({ outcome: 'not_a_document', ageOver18: null })
  })
  it.each([
    ['passport', 115, 175],
    ['uk-licence', 100, 210],
  ] as const)('is not a document when its photo is covered: %s (READING-18)', async (name, left, top) => {
    const cover = { create: { width: 340, height: 400, channels: 3 as const, background: '#a9a9a9' } }
    const covered = await sharp(await pictureOfDocument(name))
      .composite([{ input: cover, left, top }])
      .jpeg()
      .toBuffer()
    expect(await judged(covered)).toMatchObject({ outcome: 'not_a_document', ageOver18: null })
  })
  it('is refused with the print and photo of another person (READING-19)', async () => {
    const name = 'passport-with-the-print-of-another'
    expect((await reader.scan(await pictureOfDocument(name), day))?.lines).toContain('HORVAT')
    expect(await readOutcome(name)).toMatchObject({ outcome: 'specimen', ageOver18: null })
  })
})
