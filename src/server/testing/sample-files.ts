import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A small photo, 120 pixels high, with its location (EXIF, GPS): the same photo for each width. */
export async function photoWithPlace(width = 160): Promise<Uint8Array> {
  const photo = photos.get(width) ?? makePhoto(width)
  photos.set(width, photo)
  return new Uint8Array(await photo)
}

function makePhoto(width: number): Promise<Uint8Array> {
  return noise(width, 120)
    .jpeg()
    .withExif({
      IFD0: { Artist: 'camera-owner' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitudeRef: 'W' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/** Cached, because a test run uses them hundreds of times. */
const photos = new Map<number, Promise<Uint8Array>>()

export function pngPicture(width = 64, height = 48): Promise<Uint8Array> {
  return noise(width, height).png().toBuffer()
}

function noise(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
}

/** A PDF of one empty page; `body` is a comment in it. */
export function pdfPage(body = ''): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ]
  let file = `%PDF-1.7\n%${body}\n`
  const offsets = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = file.length
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 4\n0000000000 65535 f \n${rows}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** A small real ZIP archive with one empty file. */
export function zipArchive(): Uint8Array {
  const name = Buffer.from('a.txt')
  const local = Buffer.alloc(30)
  local.write('PK\x03\x04', 0, 'latin1')
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.write('PK\x01\x02', 0, 'latin1')
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length, 16)
  return Buffer.concat([local, name, central, name, end])
}

export function svgPicture(): Uint8Array {
  return Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  )
}

/** Files that are neither a picture nor a PDF, by name. */
export const foreignFiles: Record<string, Uint8Array> = {
  'an SVG': svgPicture(),
  'a ZIP': zipArchive(),
  HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
}

/** A PNG with all of its 30,000 x 30,000 pixels, in about 110 kB. */
export function hugePng(side = 30_000): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  return chunk
}

/** Runs work that opens drawings. The product's own code blocks them in every process that loads it. */
export async function withDrawings<T>(work: () => Promise<T>): Promise<T> {
  const drawings = { operation: ['VipsForeignLoadSvgBuffer'] }
  sharp.unblock(drawings)
  try {
    return await work()
  } finally {
    sharp.block(drawings)
  }
}

/** An object of a PDF: its text, or a dictionary followed by a stream. */
export type PdfObject = string | { dictionary: string; stream: Uint8Array | string }

type PdfSketch = {
  /** The content of each page, in the operators of ISO 32000-1, annex A; object 4 is the first page's. */
  contents?: PdfObject
  pages?: number
  /** Further entries of every page's dictionary. */
  page?: string
  /** Entries of the catalog. */
  catalog?: string
  /** Entries of the trailer. */
  trailer?: string
  /** Further objects; the first has the number 5. */
  more?: PdfObject[]
}

/** Helvetica, not embedded, as `/F1`. */
export const plainFont =
  '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'

/** Trailer entries of a PDF encrypted for its owner: it opens without a password. */
export const readableEncryption = encryption(
  'c92422687facee686e373f10b5c7d04738053152f7e2ee30e11c69ec442576ab',
  '19794f9d50ebc9182f8a72bb20274501272fe2bee8bbe219d98cb9360ba26be1',
)

/** The same, with the password `secret`. */
export const passwordEncryption = encryption(
  '92fe0f4454ad4c9644693f33c07cb54f587dce1e2682fe9ecea6107a1ef630dd',
  'a2d98dd93474875ec95c60445c51fe1df35ffaac7da1baca629058b1c08a8e39',
)

/** The standard security handler, revision 2 (ISO 32000-1, 7.6.3). */
function encryption(owner: string, user: string): string {
  const id = '<000102030405060708090a0b0c0d0e0f>'
  return `/ID [${id} ${id}] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${owner}> /U <${user}> >>`
}

/** A complete, well-formed PDF. Object 3 is its first page. */
export function makePdf(sketch: PdfSketch = {}): Uint8Array {
  const { pages = 1, page = '/MediaBox [0 0 200 200]', more = [] } = sketch
  const dictionary = `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${page} >>`
  const others = Array.from({ length: pages - 1 }, () => dictionary)
  const kids = [3, ...others.map((_, index) => 5 + more.length + index)].map((number) => `${number} 0 R`)
  return pdfFile(
    [
      `<< /Type /Catalog /Pages 2 0 R ${sketch.catalog ?? ''} >>`,
      `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
      dictionary,
      sketch.contents ?? { dictionary: '', stream: '' },
      ...more,
      ...others,
    ],
    sketch.trailer,
  )
}

/** Objects numbered from 1, the catalog first, with their cross-reference table. */
function pdfFile(objects: readonly PdfObject[], trailer = ''): Uint8Array {
  const parts: Buffer[] = []
  const offsets: number[] = []
  let length = 0
  const write = (part: Uint8Array | string) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)
    parts.push(bytes)
    length += bytes.length
  }
  write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    write(`${index + 1} 0 obj\n`)
    if (typeof object === 'string') write(object)
    else {
      write(`<< /Length ${Buffer.from(object.stream).length} ${object.dictionary} >>\nstream\n`)
      write(object.stream)
      write('\nendstream')
    }
    write('\nendobj\n')
  }
  const table = length
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  write(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`)
  write(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF\n`)
  return Buffer.concat(parts)
}

/** A zlib stream (RFC 1950) of `count` zeros, a multiple of a million, made without deflating each of them. */
export function deflatedZeros(count: number): Uint8Array {
  const million = deflateRawSync(new Uint8Array(1_000_000), { finishFlush: constants.Z_FULL_FLUSH })
  const blocks = Array.from({ length: count / 1_000_000 }, () => million)
  const checksum = Buffer.alloc(4)
  // Adler-32 of zeros: the low half stays 1, the high half counts them.
  checksum.writeUInt32BE((count % 65_521) * 65_536 + 1)
  return Buffer.concat([Buffer.from([0x78, 0x01]), ...blocks, Buffer.from([0x03, 0x00]), checksum])
}

/** Pictures of documents of fictitious people, drawn once by a program. */
export type IdentityDocument =
  | 'passport'
  | 'passport-of-a-minor'
  | 'passport-with-the-print-of-another'
  | 'identity-card'
  | 'larger-identity-card'
  | 'us-licence'
  | 'uk-licence'
  | 'two-passports'

/**
 * The holder is Łucja Nowak, born on 17 April 1990; the minor is Antoni Nowak, born on 12 March 2008, which is 17 years
 * and 364 days before the tests.
 */
export async function pictureOfDocument(name: IdentityDocument): Promise<Uint8Array> {
  return new Uint8Array(await readFile(join(import.meta.dirname, 'identity-documents', `${name}.jpg`)))
}
