import { constants, deflateRawSync } from 'node:zlib'
/** An object of a PDF: its text, or a dictionary with a stream behind it. */
export type PdfObject = string | { dictionary: string; stream: Uint8Array | string }

type PdfSketch = {
  /** What each page shows, in the operators of ISO 32000-1, annex A; object 4 is the first page's. */
  contents?: PdfObject
  pages?: number
  /** Entries of every page's dictionary beside its contents. */
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

/** The same with the password `secret`. */
export const passwordEncryption = encryption(
  '92fe0f4454ad4c9644693f33c07cb54f587dce1e2682fe9ecea6107a1ef630dd',
  'a2d98dd93474875ec95c60445c51fe1df35ffaac7da1baca629058b1c08a8e39',
)

/** The standard security handler, revision 2 (ISO 32000-1, 7.6.3). */
function encryption(owner: string, user: string): string {
  const id = '<000102030405060708090a0b0c0d0e0f>'
  return `/ID [${id} ${id}] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${owner}> /U <${user}> >>`
}

/** A whole, well-formed PDF. Object 3 is its first page. */
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

/** Objects numbered from 1, the catalog first, with their table of contents. */
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

/** A zlib stream (RFC 1950) of `count` zeros, whole millions, made without deflating each of them. */
export function deflatedZeros(count: number): Uint8Array {
  const million = deflateRawSync(new Uint8Array(1_000_000), { finishFlush: constants.Z_FULL_FLUSH })
  const blocks = Array.from({ length: count / 1_000_000 }, () => million)
  const checksum = Buffer.alloc(4)
  // Adler-32 of zeros: the low half stays 1, the high half counts them.
  checksum.writeUInt32BE((count % 65_521) * 65_536 + 1)
  return Buffer.concat([Buffer.from([0x78, 0x01]), ...blocks, Buffer.from([0x03, 0x00]), checksum])
}
