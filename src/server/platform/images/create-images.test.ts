import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import type { DocumentType } from '../../../domain/document.ts'
import {
  foreignFiles,
  hugePng,
  makePdf,
  passwordEncryption,
  pdfPage,
  photoWithPlace,
  plainFont,
  pngPicture,
  readableEncryption,
  svgPicture,
  zipArchive,
} from '../../testing/sample-files.ts'
import { silentLogger } from '../../testing/silent-logger.ts'
import { drawDocument } from '../pdf/drawing/draw-document.ts'
import { createImages } from './index.ts'
import { cleanPicture } from './picture.ts'

const images = createImages(silentLogger)
afterAll(() => images.close())

const bytes = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))))

async function cleaned(file: Uint8Array, type: DocumentType, becomes = type): Promise<Buffer> {
  const result = await images.clean(file, type, null)
  if ('fault' in result) throw new Error(result.fault)
  expect(result.type).toBe(becomes)
  return Buffer.from(result.bytes)
}

describe('the type of a file', () => {
  it.each([
    ['a JPEG', photoWithPlace(), 'image/jpeg'],
    ['a PNG', pngPicture(), 'image/png'],
    ['a PDF', pdfPage(), 'application/pdf'],
    ['a ZIP', zipArchive(), 'application/zip'],
  ])('is detected from the bytes of %s (UPLOAD-4)', async (_, file, type) => {
    expect(await images.detectType(await file)).toBe(type)
  })

  it.each([
    ...Object.entries(foreignFiles),
    ['nothing', new Uint8Array()],
    ['one byte', new Uint8Array([0xff])],
  ])('is not accepted for %s', async (_, file) => {
    expect(['image/jpeg', 'image/png', 'application/pdf']).not.toContain(await images.detectType(file))
  })
})

describe('a cleaned picture', () => {
  it('has no place or author, and is upright (UPLOAD-5)', async () => {
    const photo = await photoWithPlace()
    const before = await sharp(photo).metadata()
    expect(before.exif).toBeDefined()
    expect(before.orientation).toBe(6)
    const after = await cleaned(photo, 'image/jpeg')
    const metadata = await sharp(after).metadata()
    expect(metadata.exif).toBeUndefined()
    expect(metadata.orientation).toBeUndefined()
    expect([metadata.width, metadata.height]).toEqual([120, 160])
    expect(after.includes('camera-owner')).toBe(false)
    expect(after.includes('Exif')).toBe(false)
  })

  it('has nothing that was hidden behind or inside it (UPLOAD-5)', async () => {
    const page = '<script>alert(1)</script>'
    expect((await cleaned(bytes(await photoWithPlace(), page), 'image/jpeg')).includes(page)).toBe(false)
    const png = await cleaned(bytes(await pngPicture(), zipArchive()), 'image/png')
    expect(png.includes('PK\x03\x04')).toBe(false)
    expect(png.subarray(-8, -4).toString('latin1')).toBe('IEND')
  })

  it('is refused as damaged when its end is missing', async () => {
    const photo = await photoWithPlace()
    expect(await images.clean(photo.slice(0, photo.length >> 1), 'image/jpeg', null)).toEqual({
      fault: 'damaged',
    })
    const picture = await pngPicture(300, 300)
    expect(await images.clean(picture.slice(0, picture.length >> 1), 'image/png', null)).toEqual({
      fault: 'damaged',
    })
  })

  it('is refused as damaged when it claims to end before its last row (UPLOAD-5)', async () => {
    const photo = await photoWithPlace()
    const ended = bytes(photo.slice(0, photo.length >> 1), Buffer.from([0xff, 0xd9]))
    expect(await images.clean(ended, 'image/jpeg', null)).toEqual({ fault: 'damaged' })
  })

  it('is refused as damaged when it has only a header', async () => {
    expect(await images.clean(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg', null)).toEqual({
      fault: 'damaged',
    })
  })

  it('is refused before it is decoded when it has too many pixels (UPLOAD-5)', async () => {
    expect(await images.clean(hugePng(), 'image/png', null)).toEqual({ fault: 'too_many_pixels' })
    const file = hugePng()
    const memory = process.memoryUsage().rss
    await cleanPicture(file, 'image/png')
    expect(process.memoryUsage().rss - memory).toBeLessThan(100_000_000)
  })

  it('is never an SVG that claims to be a picture (UPLOAD-4)', async () => {
    expect(await images.clean(svgPicture(), 'image/png', null)).toEqual({ fault: 'damaged' })
  })
})

describe('a PDF', () => {
  async function drawn(file: Uint8Array) {
    const { data, info } = await sharp(await cleaned(file, 'application/pdf', 'image/jpeg'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => {
      const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
      return colour(data.subarray(from, from + 3))
    }
    return { ...info, at, dark: data.filter((value) => value < 90).length }
  }

  /** A red square at the lower left, on white. */
  const square = { dictionary: '', stream: '1 0 0 rg 0 0 50 50 re f' }

  it('becomes a picture of its page', async () => {
    const { width, height, at } = await drawn(makePdf({ contents: square, page: '/MediaBox [0 0 100 200]' }))
    expect([width, height]).toEqual([1750, 3500])
    expect([at(0.1, 0.95), at(0.9, 0.95), at(0.1, 0.1)]).toEqual(['red', 'white', 'white'])
  })

  it('becomes one picture of all its pages below each other, each upright (UPLOAD-6)', async () => {
    const page = '/MediaBox [0 0 100 200] /Rotate 90'
    const { width, height, at } = await drawn(makePdf({ contents: square, page, pages: 4 }))
    expect([width, height]).toEqual([2474, 4 * 1237])
    for (const top of [0, 0.25, 0.5, 0.75])
      expect([at(0.1, top + 0.02), at(0.9, top + 0.2)]).toEqual(['red', 'white'])
  })

  it('shows text in a font that it does not embed', async () => {
    const contents = { dictionary: '', stream: 'BT /F1 40 Tf 10 80 Td (PASSPORT) Tj ET' }
    const { dark } = await drawn(makePdf({ contents, page: `/MediaBox [0 0 240 200] ${plainFont}` }))
    expect(dark).toBeGreaterThan(100_000)
  })

  it('shows text in an embedded font', async () => {
    const content = {
      title: 'Title',
      language: 'en' as const,
      reference: 'reference',
      foot: 'Foot',
      page: 'Page {page} of {count}',
      unprintableNote: 'Note',
      blocks: [{ block: 'paragraph' as const, text: 'Łucja Nowak, born on 17 April 1990. '.repeat(40) }],
    }
    const { bytes: page } = await drawDocument(content, new Date('2026-03-11T12:00:00Z'))
    expect((await drawn(page)).dark).toBeGreaterThan(100_000)
  })

  it('shows a scanned page and the content of form fields', async () => {
    const scan = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#f00' } })
      .jpeg()
      .toBuffer()
    const image = {
      dictionary:
        '/Type /XObject /Subtype /Image /Width 300 /Height 300 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
      stream: scan,
    }
    const field =
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [0 0 100 100] /AP << /N 7 0 R >> >>'
    const looks = {
      dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 100 100]',
      stream: '0 0 0 rg 0 0 100 100 re f',
    }
    const { at } = await drawn(
      makePdf({
        page: '/MediaBox [0 0 200 200] /Resources << /XObject << /Scan 5 0 R >> >> /Annots [6 0 R]',
        catalog: '/AcroForm << /Fields [6 0 R] >>',
        contents: { dictionary: '', stream: 'q 100 0 0 100 0 100 cm /Scan Do Q' },
        more: [image, field, looks],
      }),
    )
    expect([at(0.2, 0.2), at(0.2, 0.8), at(0.8, 0.5)]).toEqual(['red', 'black', 'white'])
  })

  it('shows a PDF with an owner password that opens without a password', async () => {
    expect((await drawn(makePdf({ trailer: readableEncryption }))).width).toBe(3500)
  })

  it.each([
    ['cut off', makePdf({ contents: square }).slice(0, 300), 'damaged'],
    ['a mere header', bytes('%PDF-1.7\n'), 'damaged'],
    ['empty', new Uint8Array(), 'damaged'],
    ['of five pages', makePdf({ pages: 5 }), 'too_many_pages'],
    ['closed by a password', makePdf({ trailer: passwordEncryption }), 'locked'],
  ])('is refused when it is %s', async (_, file, fault) => {
    expect(await images.clean(file, 'application/pdf', null)).toEqual({ fault })
  })
})

function colour([red = 0, green = 0, blue = 0]: Uint8Array): string {
  if (red > 200 && green > 200 && blue > 200) return 'white'
  if (red > 200 && green < 60 && blue < 60) return 'red'
  return red < 60 && green < 60 && blue < 60 ? 'black' : `${red} ${green} ${blue}`
}
