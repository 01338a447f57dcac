import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A photo of 480 pixels' height that says where it was taken (EXIF, GPS): for each width the same one. */
export async function photoWithPlace(width = 640): Promise<Uint8Array> {
  const photo = photos.get(width) ?? makePhoto(width)
  photos.set(width, photo)
  return new Uint8Array(await photo)
}

function makePhoto(width: number): Promise<Uint8Array> {
  return noise(width, 480)
    .jpeg()
    .withExif({
      IFD0: { Artist: 'camera-owner' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitudeRef: 'W' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/** Made once: a test run asks for them hundreds of times. */
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

/** A PDF of one empty page; `body` stands as a comment inside. */
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

/** Files of kinds that are no picture and no PDF, by what they are. */
export const foreignFiles: Record<string, Uint8Array> = {
  'an SVG': svgPicture(),
  'a ZIP': zipArchive(),
  HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
}

/** A PNG whose 30,000 x 30,000 pixels are all there, in about 110 kB. */
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
