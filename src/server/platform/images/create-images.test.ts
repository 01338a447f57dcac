import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import type { DocumentType } from '../../../domain/document/document.ts'
import {
  hugePng,
  pdfPage,
  photoWithPlace,
  pngPicture,
  svgPicture,
  zipArchive,
} from '../../testing/sample-files.ts'
import { createImages } from './create-images.ts'

const images = createImages()
afterAll(() => images.close())

const bytes = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))))

async function cleaned(file: Uint8Array, type: DocumentType): Promise<Buffer> {
  const result = await images.clean(file, type)
  if ('fault' in result) throw new Error(result.fault)
  expect(result.type).toBe(type)
  return Buffer.from(result.bytes)
}

describe('the type of a file', () => {
  it.each([
    ['a JPEG', photoWithPlace(), 'image/jpeg'],
    ['a PNG', pngPicture(), 'image/png'],
    ['a PDF', pdfPage(), 'application/pdf'],
    ['a ZIP', zipArchive(), 'application/zip'],
  ])('is what the bytes of %s say', async (_, file, type) => {
    expect(await images.detectType(await file)).toBe(type)
  })

  it.each([
    ['an SVG', svgPicture()],
    ['HTML', bytes('<!doctype html><script>alert(1)</script>')],
    ['nothing', new Uint8Array()],
    ['one byte', new Uint8Array([0xff])],
  ])('is none of ours for %s', async (_, file) => {
    expect(['image/jpeg', 'image/png', 'application/pdf']).not.toContain(await images.detectType(file))
  })
})

describe('a cleaned picture', () => {
  it('has lost where and by whom it was taken, and stands upright', async () => {
    const photo = await photoWithPlace()
    const before = await sharp(photo).metadata()
    expect(before.exif).toBeDefined()
    expect(before.orientation).toBe(6)
    const after = await cleaned(photo, 'image/jpeg')
    const metadata = await sharp(after).metadata()
    expect(metadata.exif).toBeUndefined()
    expect(metadata.orientation).toBeUndefined()
    expect([metadata.width, metadata.height]).toEqual([480, 640])
    expect(after.includes('camera-owner')).toBe(false)
    expect(after.includes('Exif')).toBe(false)
  })

  it('has lost whatever was hidden behind or inside it', async () => {
    const page = '<script>alert(1)</script>'
    expect((await cleaned(bytes(await photoWithPlace(), page), 'image/jpeg')).includes(page)).toBe(false)
    const png = await cleaned(bytes(await pngPicture(), zipArchive()), 'image/png')
    expect(png.includes('PK\x03\x04')).toBe(false)
    expect(png.subarray(-8, -4).toString('latin1')).toBe('IEND')
  })

  it('is refused as damaged when its end is missing', async () => {
    const photo = await photoWithPlace()
    expect(await images.clean(photo.slice(0, photo.length >> 1), 'image/jpeg')).toEqual({ fault: 'damaged' })
    const picture = await pngPicture(300, 300)
    expect(await images.clean(picture.slice(0, picture.length >> 1), 'image/png')).toEqual({
      fault: 'damaged',
    })
  })

  it('is refused as damaged when there is only a header', async () => {
    expect(await images.clean(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg')).toEqual({
      fault: 'damaged',
    })
  })

  it('is refused before it is decoded when it has too many pixels', async () => {
    expect(await images.clean(hugePng(), 'image/png')).toEqual({ fault: 'too_many_pixels' })
    const file = hugePng()
    const memory = process.memoryUsage().rss
    await images.clean(file, 'image/png')
    expect(process.memoryUsage().rss - memory).toBeLessThan(100_000_000)
  })

  it('is never an SVG that calls itself a picture', async () => {
    expect(await images.clean(svgPicture(), 'image/png')).toEqual({ fault: 'damaged' })
  })
})

describe('a PDF', () => {
  it('passes unchanged when it is nothing but a PDF', async () => {
    const page = pdfPage('a harmless comment')
    expect((await cleaned(page, 'application/pdf')).equals(page)).toBe(true)
  })

  it.each([
    ['cut off', pdfPage().slice(0, 300)],
    ['empty', new Uint8Array()],
    ['a mere header', bytes('%PDF-1.7\n')],
    ['begun by something else', bytes('GIF89a', pdfPage())],
    ['followed by something else', bytes(pdfPage(), 'more')],
    ['also a ZIP behind its end', bytes(pdfPage(), zipArchive())],
    ['also a ZIP inside', pdfPage(Buffer.from(zipArchive()).toString('latin1'))],
    ['also HTML', pdfPage('<html><script>alert(1)</script></html>')],
    ['pointing nowhere for its cross-references', bytes('%PDF-1.7\nstartxref\n3\n%%EOF\n')],
  ])('is refused when it is %s', async (_, file) => {
    expect(await images.clean(file, 'application/pdf')).toEqual({ fault: 'damaged' })
  })
})
